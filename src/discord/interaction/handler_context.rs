//! The context of a handler: one interaction, with who invoked it and how that person reads.

use std::ops::Deref;

use crate::app::{Act, AppError};
use crate::discord::context::Context;
use crate::discord::interaction::claim::Claimed;
use crate::discord::interaction::request::{Invoker, UserOption};
use crate::discord::view::reader::Reader;
use crate::model::Seq;

/// What a handler knows of its interaction. It dereferences to the shared [`Context`], whose use cases
/// record the interaction in the transaction of the first change.
#[derive(Clone, Copy)]
pub(crate) struct Cx<'a> {
    ctx: &'a Claimed,
    /// The user who invoked the interaction.
    pub(crate) invoker: &'a Invoker,
    /// The language and the settings of that user.
    pub(crate) reader: &'a Reader,
    /// Was a component or a modal of an ephemeral message used?
    pub(crate) is_on_ephemeral: bool,
    /// The users that were chosen from a user select menu.
    pub(crate) people: &'a [UserOption],
}

impl<'a> Cx<'a> {
    pub(crate) const fn new(
        ctx: &'a Claimed,
        invoker: &'a Invoker,
        reader: &'a Reader,
        is_on_ephemeral: bool,
        people: &'a [UserOption],
    ) -> Self {
        Self {
            ctx,
            invoker,
            reader,
            is_on_ephemeral,
            people,
        }
    }

    /// An action of the invoker at this moment.
    pub(crate) fn act(&self) -> Act {
        self.invoker.act(self.now())
    }

    /// The label of a public button, as it appears where the invoker is: in the language of the guild,
    /// whatever language the invoker reads.
    pub(crate) async fn public_label(&self, key: &str) -> Result<String, AppError> {
        let public = self.public_locale(self.invoker.server).await?;
        Ok(public.unwrap_or(self.reader.locale).text(key, &[]))
    }

    /// An action of the invoker on a board, by its event number: it is refused if the game has moved on.
    pub(crate) fn act_on(&self, board: Seq) -> Act {
        self.invoker.act_on(board, self.now())
    }
}

impl Deref for Cx<'_> {
    type Target = Context;

    fn deref(&self) -> &Context {
        self.ctx
    }
}
