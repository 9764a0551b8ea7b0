//! The text of a screen: the chosen steps, the question, and the consequences.

use hexpost_engine::game::AnyTurn;
use hexpost_engine::outcome::Outcome;
use hexpost_engine::side::Side;
use hexpost_engine::steps::{Choice, Effect, Role, Step};

use crate::app::people::settings::InputMethod;
use crate::discord::composer::builder::ScreenKind;
use crate::discord::composer::labels::circled;
use crate::discord::composer::turn::{
    CompleteTurn, Composer, ComposerProgress, ComposerQuestion, is_final, room,
};
use crate::discord::composer::{ComposerState, ComposerView};
use crate::discord::i18n::Arg;
use crate::discord::i18n::alt_text_phrases::{Loser, named_reason, role_key, side};
use crate::discord::i18n::turn::{capital, describe_with_emoji};
use crate::discord::view::markdown::UserText;
use crate::discord::view::message::{MAX_TEXT, cut};

/// Maximum length of a chain in the text, where buttons have no room for it.
const CHAIN_LINE: usize = 80;

impl Composer<'_> {
    /// The text; `state` is what the player chose.
    pub(crate) fn text(
        &self,
        reach: &ComposerProgress,
        ask: &ComposerQuestion,
        state: &ComposerState,
    ) -> String {
        let mut lines = Vec::new();
        match ask {
            ComposerQuestion::Confirm(turn) | ComposerQuestion::Warn(turn) => {
                lines.extend(self.confirmed(reach, ask, turn, state));
            }
            _ => {
                let chosen = self.chosen(reach);
                if !chosen.is_empty() {
                    lines.push(self.locale.text("chosen", &[("what", chosen.into())]));
                }
                lines.push(format!("**{}**", self.question(reach, ask)));
                lines.extend(self.hints(reach, ask));
            }
        }
        cut(lines.join("\n"), MAX_TEXT)
    }

    /// The question in one sentence.
    pub(crate) fn question(&self, reach: &ComposerProgress, ask: &ComposerQuestion) -> String {
        self.of_game(&format!("ask-{}", asked_role(reach, ask)), &[])
    }

    /// The question in a few words, for the picture.
    pub(crate) fn short_question(
        &self,
        reach: &ComposerProgress,
        ask: &ComposerQuestion,
    ) -> String {
        match asked_role(reach, ask) {
            "again" => self.of_game("ask-next", &[]),
            role => self.of_game(&format!("ask-{role}"), &[]),
        }
    }

    fn hints(&self, reach: &ComposerProgress, ask: &ComposerQuestion) -> Vec<String> {
        let mut lines = Vec::new();
        let spends = |effect: &Effect| matches!(effect, Effect::SpendsCapture(_));
        let mut effects = reach
            .effects_by_step
            .iter()
            .flat_map(|step_effect| &step_effect.effects);
        let offered = reach.offer.choices.iter().flat_map(|c| &c.effects);
        if effects.any(spends) || offered.clone().any(spends) {
            lines.push(self.of_game("own-captures", &[]));
        }
        let is_keys = self.input == InputMethod::Keys;
        match (self.form_of(reach, ask), ask) {
            (ScreenKind::Grid, _) if self.is_touch_move() && asks_for_final(ask) => {
                lines.push(self.locale.text("hint-column-touch", &[]));
            }
            (ScreenKind::Grid, _) => lines.push(self.locale.text("hint-column", &[])),
            // A button alone in its row has room for the whole chain.
            (_, ComposerQuestion::Chains(chains)) if chains.len() > room(reach) && is_keys => {
                lines.extend(self.listed(reach, chains));
            }
            _ => {}
        }
        if offered.clone().any(|e| matches!(e, Effect::Claims(_))) {
            lines.push(self.of_game("hint-isolates", &[]));
        }
        if sends_back(reach) {
            let key = self.locale.text("key-send-back", &[]);
            lines.push(self.of_game("hint-send-back", &[("key", key.into())]));
        }
        // Under the touch-move rule a warning at the end would come too late, and after the first touch
        // it changes nothing.
        let is_placing = reach.place == ComposerView::Instead || !reach.steps.is_empty();
        let is_open = self.is_touch_move() && self.touched == 0;
        if is_placing && is_open && self.passes_over(&reach.steps) {
            lines.push(self.of_game("warn-missed", &[]));
        }
        if self.is_touch_move() && asks_for_final(ask) {
            lines.push(self.locale.text("hint-touch", &[]));
        }
        lines
    }

    fn listed(&self, reach: &ComposerProgress, chains: &[CompleteTurn]) -> Vec<String> {
        let line = |(index, chain): (usize, &CompleteTurn)| {
            let way = self.chain(reach.steps.len(), chain, CHAIN_LINE);
            format!("{} {way}", circled(index + 1))
        };
        chains.iter().enumerate().map(line).collect()
    }

    /// The turn in words and in notation, and its consequences.
    fn confirmed(
        &self,
        reach: &ComposerProgress,
        ask: &ComposerQuestion,
        turn: &AnyTurn,
        state: &ComposerState,
    ) -> Vec<String> {
        let mut lines = Vec::new();
        let text = self.game.write(turn).unwrap_or_default();
        let said = capital(&self.chosen(reach));
        lines.push(format!("**{said}** · `{text}`"));
        if self.game.only_turn().is_some() {
            lines.push(self.locale.text("only-move", &[]));
        } else if let Some(skipped) = self.skipped_since(reach, state) {
            lines.push(self.locale.text("skipped", &[("steps", skipped.into())]));
        }
        if self.misses_capture(turn) {
            lines.push(self.of_game("warn-missed", &[]));
        }
        if reach.steps.last() == Some(&Step::Leave) {
            lines.push(self.of_game("warn-leave", &[]));
        }
        if let ComposerQuestion::Warn(_) = ask {
            lines.push(self.locale.text("warn-loses", &[]));
        }
        let other = self.player(!self.game.to_move());
        lines.push(self.reply_to(turn, &other.markdown()));
        if self.is_touch_move() && self.touched > 0 {
            lines.push(self.locale.text("hint-final", &[]));
        }
        lines
    }

    /// The skipped steps at the end, as text.
    fn skipped_since(&self, reach: &ComposerProgress, state: &ComposerState) -> Option<String> {
        let skipped = reach.steps.get(state.steps.len()..)?.iter();
        let texts: Vec<String> = skipped.map(|step| step.write(self.game.board())).collect();
        (!texts.is_empty()).then(|| texts.join(" "))
    }

    /// Does the turn place although a capture is possible?
    fn misses_capture(&self, turn: &AnyTurn) -> bool {
        let path = self.game.path(turn).unwrap_or_default();
        matches!(path.first(), Some(Step::Kind(_))) && self.passes_over(&path)
    }

    /// Does this path miss a possible capture?
    fn passes_over(&self, steps: &[Step]) -> bool {
        let offer = self.game.offer(&[]);
        let choices = offer.map_or_else(|_| Vec::new(), |offer| offer.choices);
        matches!(steps.first(), None | Some(Step::Kind(_)))
            && choices.iter().any(|choice| choice.role == Role::Jumper)
    }

    /// Does a turn deserve a warning, because it loses or misses a capture?
    pub fn warns_of(&self, turn: &AnyTurn) -> bool {
        let path = self.game.path(turn).unwrap_or_default();
        self.loses(turn) || self.misses_capture(turn) || path.last() == Some(&Step::Leave)
    }

    fn chosen(&self, reach: &ComposerProgress) -> String {
        describe_with_emoji(self.locale, self.game, &reach.effects_by_step)
    }

    /// The reason of an outcome that the player's turn leads to; `other` is the opponent's name.
    fn ending(&self, outcome: &Outcome<&str>, other: &str) -> String {
        let loser = outcome.winner.map(|winner| {
            if winner == self.game.to_move() {
                Loser::Named(other.to_owned())
            } else {
                Loser::You
            }
        });
        named_reason(self.locale, self.game.kind(), outcome.reason, loser)
    }

    /// The name of a player.
    pub(crate) fn player(&self, player: Side) -> UserText {
        let name = &self.names[player];
        if name.is_empty() {
            return UserText::line(&side(self.locale, self.game.kind(), player));
        }
        name.clone()
    }

    /// The consequence of the turn: the end, or what the opponent, by this name, must or may do.
    pub(crate) fn reply_to(&self, turn: &AnyTurn, name: &str) -> String {
        let mut after = self.game.clone();
        // The turn was offered in this position, so it is legal.
        let _ = after.play(turn);
        let mover = self.game.to_move();
        if let Some(outcome) = after.outcome() {
            let args = [("reason", Arg::from(self.ending(&outcome, name)))];
            let key = match outcome.winner {
                Some(winner) if winner == mover => "then-win",
                Some(_) => "then-lose",
                None => "then-draw",
            };
            return self.locale.text(key, &args);
        }
        let choices = after.offer(&[]).map_or_else(|_| Vec::new(), |o| o.choices);
        let has = |role: Role| choices.iter().any(|choice| choice.role == role);
        let has_step = |step: Step| choices.iter().any(|choice| choice.step == step);
        let then = match () {
            () if has_step(Step::SendBack) => "send-back",
            () if has(Role::Jumper) && has(Role::Kind) => "either",
            () if has(Role::Jumper) => "jumper",
            () if has(Role::Mover) => "mover",
            () if has(Role::Kind) => "kind",
            () => "pass",
        };
        let movers = choices
            .iter()
            .filter(|choice| matches!(choice.step, Step::Cell(_)))
            .count();
        let args = [("player", name.into()), ("count", movers.into())];
        self.of_game(&format!("then-{then}"), &args)
    }

    /// The label of the stock on the picture.
    pub(crate) fn stock(&self) -> Option<String> {
        let pool = self.game.holdings().into_iter();
        let mut pool = pool.filter(|holding| holding.side.is_none());
        pool.next()
            .map(|holding| self.of_game(&format!("stock-{}", holding.name), &[]))
    }

    /// A locale text of this game.
    pub(crate) fn of_game(&self, key: &str, args: &[(&str, Arg)]) -> String {
        self.locale
            .text(&format!("{}-{key}", self.game.kind().as_str()), args)
    }
}

/// Does a screen offer steps that are final under the touch-move rule?
fn asks_for_final(ask: &ComposerQuestion) -> bool {
    match ask {
        ComposerQuestion::Kinds(choices)
        | ComposerQuestion::Cells(choices)
        | ComposerQuestion::Row(_, choices) => choices.iter().any(|choice| is_final(choice.role)),
        _ => false,
    }
}

/// Can the opponent's turn be sent back instead?
fn sends_back(reach: &ComposerProgress) -> bool {
    let is_it = |choice: &Choice| choice.step == Step::SendBack;
    reach.offer.choices.iter().any(is_it)
}

/// What a screen asks for, as part of a locale key.
fn asked_role(reach: &ComposerProgress, ask: &ComposerQuestion) -> &'static str {
    let first = reach.offer.choices.first().map(|choice| choice.role);
    let has_pass = reach.offer.choices.iter().any(|c| c.step == Step::Pass);
    match ask {
        ComposerQuestion::Fork => "fork",
        ComposerQuestion::Kinds(_) => "kind",
        ComposerQuestion::Chains(_) if sends_back(reach) => "chain-or-back",
        ComposerQuestion::Chains(_) => "chain",
        ComposerQuestion::Actions(_) | ComposerQuestion::Cells(_) | ComposerQuestion::Row(..)
            if has_pass =>
        {
            "again"
        }
        ComposerQuestion::Actions(_) => "action",
        _ => {
            let of_cells = reach.offer.choices.iter();
            let mut of_cells = of_cells.filter(|c| matches!(c.step, Step::Cell(_)));
            let role = of_cells.next().map(|choice| choice.role).or(first);
            role.and_then(role_key).unwrap_or("fork")
        }
    }
}
