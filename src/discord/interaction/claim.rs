//! The context of one interaction, which is claimed in the database before a handler runs.

use std::ops::Deref;

use crate::app::AppError;
use crate::discord::context::Context;
use crate::discord::interaction::idempotency::Delivery;
use crate::discord::interaction::request::Invoker;

/// A context whose application records the interaction it is claimed for.
#[derive(Debug)]
pub(crate) struct Claimed {
    ctx: Context,
}

impl Delivery {
    /// Claims the interaction for a handler; refused if an earlier delivery of it has changed
    /// something.
    pub(crate) async fn claim(self, ctx: &Context, invoker: &Invoker) -> Result<Claimed, AppError> {
        let mut app = ctx.app.claim_interaction(self.id, ctx.now()).await?;
        // Another process may deliver, and can't know that a response is being made here.
        if ctx.is_shared() && ctx.missing_access(invoker).is_some() {
            app = app.holding_notices();
        }
        let ctx = ctx.with_app(app);
        Ok(Claimed { ctx })
    }
}

impl Deref for Claimed {
    type Target = Context;

    fn deref(&self) -> &Context {
        &self.ctx
    }
}
