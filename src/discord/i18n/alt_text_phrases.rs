//! Alt texts of pictures.

use hexpost_engine::game::{AnyGame, GameKind};
use hexpost_engine::hex::Board;
use hexpost_engine::outcome::Outcome;
use hexpost_engine::side::{BySide, Side};
use hexpost_engine::steps::{Role, StepEffect};
use hexpost_render::alt_text;

use crate::discord::i18n::turn::{capital, counted, describe_effects};
use crate::discord::i18n::{Arg, Locale};

impl alt_text::AltText for Locale {
    fn group(&self, game: GameKind, symbol: &str) -> String {
        self.thing(game, "group", symbol)
    }

    fn state(&self, game: &AnyGame) -> String {
        let called = |player| side(self, game.kind(), player);
        let turn = match game.outcome() {
            Some(outcome) => self.outcome(game.kind(), &outcome),
            None => self.to_move(game, called),
        };
        self.state_of(game, turn, called)
    }

    fn asked(&self, game: GameKind, roles: &[Role]) -> String {
        let asked = |&role: &Role| {
            let role = role_key(role)?;
            Some(self.text(&format!("{}-ask-{role}", game.as_str()), &[]))
        };
        let mut questions: Vec<String> = roles.iter().filter_map(asked).collect();
        questions.dedup();
        questions.join(" ")
    }

    fn beginning(&self, text: String) -> String {
        capital(&text)
    }

    fn step_effects(
        &self,
        game: GameKind,
        effects_by_step: &[StepEffect],
        board: &Board,
    ) -> String {
        capital(&describe_effects(self, game, effects_by_step, board))
    }
}

/// Alt texts with the players' names, and with how the game ended.
#[derive(Clone, Debug)]
pub struct NamedAltText<'a> {
    /// The language.
    pub locale: &'a Locale,
    /// The names of the players.
    pub names: &'a BySide<String>,
    /// The result in words, if the game is over.
    pub ending: Option<String>,
}

impl alt_text::AltText for NamedAltText<'_> {
    fn group(&self, game: GameKind, symbol: &str) -> String {
        alt_text::AltText::group(self.locale, game, symbol)
    }

    fn state(&self, game: &AnyGame) -> String {
        let key = format!("{}-player", game.kind().as_str());
        let called = |player: Side| {
            let name = ("name", self.names[player].as_str().into());
            let side = ("side", player.as_str().into());
            self.locale.text(&key, &[name, side])
        };
        let turn = self.ending.clone();
        let turn = turn.unwrap_or_else(|| self.locale.to_move(game, called));
        self.locale.state_of(game, turn, called)
    }

    fn asked(&self, game: GameKind, roles: &[Role]) -> String {
        alt_text::AltText::asked(self.locale, game, roles)
    }

    fn beginning(&self, text: String) -> String {
        alt_text::AltText::beginning(self.locale, text)
    }

    fn step_effects(
        &self,
        game: GameKind,
        effects_by_step: &[StepEffect],
        board: &Board,
    ) -> String {
        alt_text::AltText::step_effects(self.locale, game, effects_by_step, board)
    }
}

impl Locale {
    /// Describes the piece on a cell, given its symbol.
    pub(crate) fn token(&self, game: GameKind, symbol: &str) -> String {
        self.thing(game, "token", symbol)
    }

    /// Describes the pieces on one or more cells, given their symbol.
    fn thing(&self, game: GameKind, name: &str, symbol: &str) -> String {
        let Some(token) = Token::read(symbol) else {
            return symbol.to_owned();
        };
        let args = [
            ("kind", token.kind.into()),
            ("side", token.side.as_str().into()),
            ("height", token.height.into()),
        ];
        self.text(&format!("{}-{name}", game.as_str()), &args)
    }

    fn to_move(&self, game: &AnyGame, called: impl Fn(Side) -> String) -> String {
        self.text("to-move", &[("player", called(game.to_move()).into())])
    }

    /// Describes the player to move or the result, and the pieces that each player holds.
    fn state_of(&self, game: &AnyGame, turn: String, called: impl Fn(Side) -> String) -> String {
        let name = game.kind().as_str();
        let mut parts = vec![turn];
        for holding in game.holdings() {
            let list = counted(self, game.kind(), &holding.counts);
            let mut args = vec![("list", Arg::from(list))];
            if let Some(owner) = holding.side {
                args.push(("player", called(owner).into()));
            }
            parts.push(self.text(&format!("{name}-holding-{}", holding.name), &args));
        }
        parts.join("; ")
    }

    /// Describes the outcome of a game under the rules of the board.
    pub fn outcome(&self, game: GameKind, outcome: &Outcome<&str>) -> String {
        let names = BySide::new_with(|player| side(self, game, player));
        self.outcome_of(game, outcome, &names)
    }

    /// Describes the outcome of a game between two players with these names.
    pub(crate) fn outcome_of(
        &self,
        game: GameKind,
        outcome: &Outcome<&str>,
        names: &BySide<String>,
    ) -> String {
        let reason = reason(self, game, outcome.reason);
        match outcome.winner {
            Some(winner) => {
                let winner = names[winner].clone();
                self.text(
                    "over-won",
                    &[("player", winner.into()), ("reason", reason.into())],
                )
            }
            None => self.text("over-drawn", &[("reason", reason.into())]),
        }
    }
}

/// The name of a side, such as "White".
pub fn side(locale: &Locale, game: GameKind, side: Side) -> String {
    let key = format!("{}-side", game.as_str());
    locale.text(&key, &[("side", side.as_str().into())])
}

/// Describes the reason for which a game ended.
pub fn reason(locale: &Locale, game: GameKind, reason: &str) -> String {
    let key = format!("{}-reason-{}", game.as_str(), reason.replace(' ', "-"));
    locale.text(&key, &[])
}

/// Who lost a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Loser {
    /// The reader.
    You,
    /// A player with this name or mention.
    Named(String),
}

/// Describes the reason for which a game ended, by the name of the player who lost where the reason is
/// about them.
pub fn named_reason(locale: &Locale, game: GameKind, reason: &str, loser: Option<Loser>) -> String {
    let key = format!("{}-lost-{}", game.as_str(), reason.replace(' ', "-"));
    let (who, name) = match loser {
        Some(Loser::You) => ("you", String::new()),
        Some(Loser::Named(name)) => ("other", name),
        None => return self::reason(locale, game, reason),
    };
    let args = [("who", who.into()), ("loser", name.into())];
    let named = locale.optional_text(&key, &args);
    named.unwrap_or_else(|| self::reason(locale, game, reason))
}

/// The part of text keys that stands for a role; special steps have no question of their own.
pub(crate) const fn role_key(role: Role) -> Option<&'static str> {
    Some(match role {
        Role::Kind => "kind",
        Role::Place => "place",
        Role::Remove => "remove",
        Role::Jumper => "jumper",
        Role::Landing => "landing",
        Role::Mover => "mover",
        Role::Target => "target",
        Role::Special => return None,
    })
}

/// A piece or stack, parsed from its symbol on a text board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    /// The letter of the kind, in upper case.
    pub(crate) kind: char,
    /// The owner, in games with owned pieces: upper case is the first player.
    pub(crate) side: Side,
    /// The height of the stack.
    pub(crate) height: u8,
}

impl Token {
    pub(crate) fn read(symbol: &str) -> Option<Self> {
        let letter = symbol.chars().next().filter(char::is_ascii_alphabetic)?;
        let side = if letter.is_ascii_uppercase() {
            Side::First
        } else {
            Side::Second
        };
        Some(Self {
            kind: letter.to_ascii_uppercase(),
            side,
            height: symbol[1..].parse().unwrap_or(1),
        })
    }
}
