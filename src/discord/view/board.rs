//! A board as people see it: a picture, the last turn in words, whose turn it is, and what can be
//! pressed.

use std::time::Duration;

use hexpost_engine::game::AnyGame;
use hexpost_engine::record::{Ending, How};
use hexpost_engine::side::{BySide, Side};
use hexpost_render::layout::Size;
use hexpost_render::theme::Theme;
use hexpost_render::{View, alt as description, marks};

use crate::app::game::state::Game;
use crate::discord::context::Reader;
use crate::discord::custom_id::action::{Deed, Look};
use crate::discord::custom_id::menu::Other;
use crate::discord::custom_id::plan::Analysing;
use crate::discord::custom_id::replay::{Keeping, Replay};
use crate::discord::custom_id::{Button, Shown};
use crate::discord::features::challenge_card::time_span;
use crate::discord::i18n::turn::turn_in_words;
use crate::discord::i18n::{Words, alt_text};
use crate::discord::view::markdown::UserText;
use crate::discord::view::message::{Key, Picture, Reply, Row, Style};
use crate::model::{PlayerId, Time};

/// The name of a picture's file, where nothing else is said.
pub const FILE: &str = "board.png";

/// A game that was over sooner was a quick one.
const HOUR: Duration = Duration::from_hours(1);

/// So many turns are told of in one message; there is little room.
const MOST_TOLD: usize = 8;

/// How a board is looked at.
#[derive(Clone, Debug)]
pub struct Seen<'a> {
    /// The game.
    pub game: &'a Game,
    /// The players' names.
    pub names: &'a BySide<UserText>,
    /// The language.
    pub words: &'static Words,
    /// The colours.
    pub theme: Theme,
    /// How large the picture is.
    pub size: Size,
    /// Is the second player at the bottom?
    pub is_flipped: bool,
}

/// A moment as everyone sees it in the own time.
pub fn moment(time: Time) -> String {
    format!("<t:{}:R>", time.0.div_euclid(1000))
}

/// A day as everyone sees it in the own time.
pub fn day(time: Time) -> String {
    format!("<t:{}:D>", time.0.div_euclid(1000))
}

/// A moment with its day and hour, which stays true later.
pub fn hour(time: Time) -> String {
    format!("<t:{}:f>", time.0.div_euclid(1000))
}

/// The last day of something that ends at midnight.
pub fn last_day(end: Time) -> String {
    day(Time(end.0 - 1))
}

/// A person, as a name that pings only whom the message allows.
pub fn mention(player: PlayerId) -> String {
    format!("<@{player}>")
}

/// Names as they are, for a picture and for what it shows in words.
pub(crate) fn plain(names: &BySide<UserText>) -> BySide<String> {
    BySide::new_with(|side| names[side].plain().to_owned())
}

/// A key that does something.
pub fn key(button: &Button, label: String, style: Style) -> Key {
    Key {
        id: button.write(),
        label,
        emoji: None,
        style,
        is_disabled: false,
    }
}

/// What a game shows: the board that stands now.
pub const fn shown(game: &Game) -> Shown {
    Shown {
        game: game.row.id,
        board: game.board(),
    }
}

impl<'a> Seen<'a> {
    /// A game as someone likes to see it.
    pub(crate) fn by(
        reader: &Reader,
        game: &'a Game,
        names: &'a BySide<UserText>,
        is_flipped: bool,
    ) -> Self {
        Self {
            game,
            names,
            words: reader.words,
            theme: reader.theme(),
            size: reader.size(),
            is_flipped,
        }
    }
}

impl Seen<'_> {
    fn say(&self, key: &str) -> String {
        self.words.say(key, &[])
    }

    /// Someone who plays: as a mention, or by name if he is gone.
    pub fn player(&self, side: Side) -> String {
        self.game.row.players[side].map_or_else(|| self.names[side].markdown(), mention)
    }

    /// The position after so many turns, and the one before it with the turn between them.
    fn at(&self, ply: usize) -> (AnyGame, Option<(AnyGame, usize)>) {
        let record = &self.game.record;
        let game = record.at(ply).unwrap_or_else(|| record.game().clone());
        let before = ply
            .checked_sub(1)
            .and_then(|last| Some((record.at(last)?, last)));
        (game, before)
    }

    /// The picture after so many turns.
    pub fn picture(&self, ply: usize) -> Picture {
        let record = &self.game.record;
        let (position, before) = self.at(ply);
        let is_last = ply == record.turns().len();
        let last = before
            .as_ref()
            .and_then(|(before, index)| Some((before, record.turns().get(*index)?)));
        let mut view = View::new(position.clone());
        view.names = plain(self.names);
        view.theme = self.theme;
        view.size = self.size;
        view.is_flipped = self.is_flipped;
        view.stock = Some(self.say(&format!("{}-stock-pool", position.kind().as_str())))
            .filter(|stock| !stock.starts_with('‹'));
        if let Some((before, turn)) = last {
            view.marks = marks::last_turn(before, turn);
        }
        let ending = record.ending().filter(|_| is_last);
        if let Some(ending) = ending {
            view.ending = Some(ending.winner);
            view.banner = Some(self.result(&ending, |side| self.names[side].plain().to_owned()));
        }
        let told = alt_text::Named {
            words: self.words,
            names: &view.names,
            ending: view.banner.clone(),
        };
        Picture {
            alt: description::describe(&position, last, &told),
            view,
            file: FILE,
        }
    }

    /// The last turn, in notation and in words.
    pub fn turn(&self, ply: usize) -> Option<String> {
        let record = &self.game.record;
        let (_, before) = self.at(ply);
        let (before, index) = before?;
        let turn = record.turns().get(index)?;
        let made = self.game.turns.get(index)?;
        let notation = before.write(turn)?;
        let said = turn_in_words(self.words.language(), &before, turn);
        let key = if made.is_forced {
            "turn-forced"
        } else if made.is_planned {
            "turn-planned"
        } else {
            "turn-made"
        };
        Some(self.words.say(
            key,
            &[
                ("player", self.player(made.side).into()),
                ("notation", notation.into()),
                ("turn", said.into()),
            ],
        ))
    }

    /// Whose turn it is, and until when.
    pub fn to_move(&self) -> Option<String> {
        let side = self.game.to_move()?;
        // Nobody is called to a game that nobody plays.
        self.game.row.players[side]?;
        let player = ("player", self.player(side).into());
        Some(match self.game.row.status.deadline {
            Some(deadline) if self.game.is_time_up => {
                let when = ("when", moment(deadline).into());
                self.words.say("your-turn-late", &[player, when])
            }
            Some(deadline) => {
                let when = ("when", moment(deadline).into());
                self.words.say("your-turn-until", &[player, when])
            }
            None => self.words.say("your-turn", &[player]),
        })
    }

    /// The same for someone else, who is not called by it.
    fn theirs(&self) -> Option<String> {
        let side = self.game.to_move()?;
        self.game.row.players[side]?;
        let player = ("player", self.player(side).into());
        Some(match self.game.row.status.deadline {
            Some(deadline) => {
                let when = ("when", moment(deadline).into());
                self.words.say("their-turn-until", &[player, when])
            }
            None => self.words.say("their-turn", &[player]),
        })
    }

    /// Who is on vacation, a line each.
    pub fn away(&self) -> Vec<String> {
        let line = |side: &Side| {
            let away = self.game.clock.away(*side)?;
            let player = ("player", self.player(*side).into());
            let when = ("when", last_day(away.until).into());
            Some(self.words.say("away-now", &[player, when]))
        };
        let sides = Side::BOTH.iter().filter(|_| !self.game.is_over());
        sides.filter_map(line).collect()
    }

    /// What the player who waits has in hand, where that is not the same for every turn.
    pub fn in_hand(&self) -> Option<String> {
        let game = self.game;
        let waiting = !game.to_move()?;
        game.row.pace.filter(|pace| pace.a_move().is_none())?;
        let left = game.clock.left(waiting, None, game.turn_at())?;
        let left = Duration::from_millis(u64::try_from(left).unwrap_or_default());
        let player = ("player", self.player(waiting).into());
        let time = ("time", time_span(self.words, left).into());
        Some(self.words.say("clock-in-hand", &[player, time]))
    }

    /// How the game ended; `called` is how a player is named.
    pub fn result(&self, ending: &Ending, called: impl Fn(Side) -> String) -> String {
        let kind = self.game.record.game().kind();
        let reason = match ending.how {
            How::Rule(reason) => alt_text::reason(self.words, kind, reason),
            how => self.say(&format!("how-{}", how.as_str())),
        };
        let reason = ("reason", reason.into());
        match (ending.winner, ending.how) {
            (Some(winner), _) => {
                let player = ("player", called(winner).into());
                self.words.say("over-won", &[player, reason])
            }
            (None, How::Abort | How::Moderator) => self.words.say("over-nothing", &[reason]),
            (None, _) => self.words.say("over-drawn", &[reason]),
        }
    }

    /// How long a game was that is over: its turns, and the time they took.
    fn length(&self) -> Option<String> {
        let row = &self.game.row;
        let end = row.status.end.as_ref()?;
        let took = end.at.0.saturating_sub(row.started_at.0).max(0);
        let took = Duration::from_millis(took as u64);
        let time = if took < HOUR {
            self.say("over-quick")
        } else {
            time_span(self.words, took)
        };
        let turns = self.game.record.turns().len();
        let args = [("count", turns.into()), ("time", time.into())];
        Some(self.words.say("over-length", &args))
    }

    /// What was agreed on: the game and its variant in one line.
    pub fn variant(&self) -> String {
        variant(self.words, &self.game.row.game, &self.game.row.variant)
    }

    /// What a board goes on to say when it is out of date: only the turns that led to it. None if they have
    /// been taken back.
    pub fn past(&self, board: i64) -> Option<String> {
        let turns = &self.game.turns;
        let last = turns.iter().position(|made| made.seq == board)?;
        let followed = turns[..=last].iter().rev();
        let followed = followed.take_while(|made| made.is_by_itself());
        let first = last.saturating_sub(followed.count().min(MOST_TOLD - 1));
        let told = (first..=last).filter_map(|index| self.turn(index + 1));
        Some(told.collect::<Vec<_>>().join("\n"))
    }

    /// The message with the board as it stands, after so many turns that are new.
    pub fn message(&self, new: usize) -> Reply {
        let plies = self.game.record.turns().len();
        let new = new.max(1).min(plies);
        let told = new.min(MOST_TOLD);
        let mut lines = Vec::new();
        if new > told {
            let count = ("count", (new - told).into());
            lines.push(self.words.say("turns-before", &[count]));
        }
        lines.extend((plies - told + 1..=plies).filter_map(|ply| self.turn(ply)));
        if let Some(ending) = self.game.record.ending() {
            lines.push(format!(
                "🏁 **{}**",
                self.result(&ending, |side| self.player(side))
            ));
            lines.extend(self.length());
        }
        if let Some(line) = self.offers() {
            lines.push(line);
        }
        lines.extend(self.away());
        lines.extend(self.to_move());
        lines.extend(self.in_hand());
        Reply {
            content: lines.join("\n"),
            picture: Some(self.picture(plies)),
            rows: self.rows(),
        }
    }

    /// What is offered or asked at present.
    pub fn offers(&self) -> Option<String> {
        let game = self.game;
        if game.is_over() {
            return None;
        }
        if let Some(side) = game.draw_offer {
            return Some(
                self.words
                    .say("offered-draw", &[("player", self.player(side).into())]),
            );
        }
        let side = game.takeback?;
        let args = [
            ("player", self.player(side).into()),
            ("turn", game.asked_back()?.into()),
        ];
        Some(self.words.say("asked-takeback", &args))
    }

    /// The keys below a board that stands.
    pub fn rows(&self) -> Vec<Row> {
        let shown = shown(self.game);
        if self.game.is_over() {
            let again = Button::Other(Other::Do(Deed::Rematch, shown));
            let look = Button::Other(Other::Look(Look {
                game: shown.game,
                ply: Some(0),
                is_flipped: false,
                is_text: false,
                slot: 0,
            }));
            return vec![Row::Keys(vec![
                key(&again, self.say("key-rematch"), Style::Primary),
                key(&look, self.say("key-look-back"), Style::Plain),
                key(
                    &Button::Other(Other::Keep(Keeping::Files(shown.game))),
                    self.say("key-record"),
                    Style::Plain,
                ),
            ])];
        }
        let mut rows = vec![Row::Keys(vec![
            key(&Button::Move(shown), self.say("key-move"), Style::Primary),
            key(&Button::More(shown), self.say("key-more"), Style::Plain),
            self.later(Deed::Tonight, "key-tonight"),
            self.later(Deed::Tomorrow, "key-tomorrow"),
        ])];
        // An offer that came with a turn is answered below the board.
        if self.game.draw_offer.is_some() && self.game.draw_offer != self.game.to_move() {
            let button = |deed| Button::Other(Other::Do(deed, shown));
            let (accept, decline) = (button(Deed::AcceptDraw), button(Deed::DeclineDraw));
            rows.push(Row::Keys(vec![
                key(&accept, self.say("key-accept-draw"), Style::Good),
                key(&decline, self.say("key-decline"), Style::Plain),
            ]));
        }
        rows
    }

    /// A key with which the player to move is reminded later.
    fn later(&self, deed: Deed, label: &str) -> Key {
        let button = Button::Other(Other::Do(deed, shown(self.game)));
        Key {
            emoji: Some("⏰"),
            ..key(&button, self.say(label), Style::Plain)
        }
    }

    /// A past board, or the one that stands, with keys to go back and forth.
    pub fn look(&self, ply: Option<u16>, is_text: bool, is_players_turn: bool) -> Reply {
        let last = self.game.record.turns().len();
        let at = ply.map_or(last, |ply| usize::from(ply).min(last));
        let position = self.at(at).0;
        let mut lines = vec![
            self.words
                .say("look-at", &[("ply", at.into()), ("last", last.into())]),
        ];
        lines.extend(self.turn(at));
        if at == last {
            let ending = self.game.record.ending();
            lines.extend(ending.map(|ending| self.result(&ending, |side| self.player(side))));
            lines.extend(self.offers());
            lines.extend(self.away());
            if is_players_turn {
                lines.extend(self.to_move());
            } else {
                lines.extend(self.theirs());
            }
            lines.extend(self.in_hand());
        }
        if is_text {
            lines.push(format!("```\n{}```", position.drawing()));
            let kind = position.kind().as_str();
            lines.push(self.say(&format!("{kind}-legend")));
            let ending = self.game.record.ending().filter(|_| at == last);
            let names = plain(self.names);
            let told = alt_text::Named {
                words: self.words,
                names: &names,
                ending: ending
                    .map(|ending| self.result(&ending, |side| self.names[side].plain().to_owned())),
            };
            let state = description::Words::state(&told, &position);
            lines.push(UserText::line(&state).markdown());
        }
        let look = |ply: usize, is_flipped: bool, is_text: bool, slot: u8| {
            Button::Other(Other::Look(Look {
                game: self.game.row.id,
                ply: Some(ply.min(usize::from(u16::MAX)) as u16),
                is_flipped,
                is_text,
                slot,
            }))
        };
        let flipped = self.is_flipped;
        let steps = [
            ("⏮", 0, at == 0),
            ("◀", at.saturating_sub(1), at == 0),
            ("▶", at + 1, at == last),
            ("⏭", last, at == last),
        ];
        let steps = (0..)
            .zip(steps)
            .map(|(slot, (label, to, is_disabled))| Key {
                is_disabled,
                ..key(
                    &look(to, flipped, is_text, slot),
                    label.to_owned(),
                    Style::Plain,
                )
            });
        let jump = Button::Other(Other::Replay(Replay::Jump(Look {
            game: self.game.row.id,
            ply: None,
            is_flipped: flipped,
            is_text,
            slot: 0,
        })));
        let jump = Key {
            is_disabled: last == 0,
            ..key(&jump, self.say("key-jump"), Style::Plain)
        };
        let other = if is_text { "key-picture" } else { "key-text" };
        let mut second = vec![key(
            &look(at, flipped, !is_text, 5),
            self.say(other),
            Style::Plain,
        )];
        // Letters always stand the same way.
        if !is_text {
            let flip = look(at, !flipped, is_text, 4);
            second.insert(0, key(&flip, self.say("key-flip"), Style::Plain));
        }
        let analyse = Analysing::Open(self.game.row.id, u16::try_from(at).ok());
        let analyse = Button::Other(Other::Analysis(analyse));
        second.push(key(&analyse, self.say("key-analyse"), Style::Plain));
        if is_players_turn {
            let button = Button::Move(shown(self.game));
            second.push(key(&button, self.say("key-move"), Style::Primary));
        }
        Reply {
            content: lines.join("\n"),
            picture: (!is_text).then(|| self.picture(at)),
            rows: vec![Row::Keys(steps.chain([jump]).collect()), Row::Keys(second)],
        }
    }
}

/// A key for whoever would rather not.
pub(crate) fn no_key(words: &Words) -> Key {
    key(
        &Button::Other(Other::No),
        words.say("key-no", &[]),
        Style::Plain,
    )
}

/// A game and its variant in one line.
pub fn variant(words: &Words, game: &str, variant: &str) -> String {
    // A deal has a name before its number.
    let name = variant.split(':').next().unwrap_or_default();
    words.say(&format!("{game}-variant-{name}"), &[])
}
