//! The board of a game as a message: picture, last turn, player to move, buttons.

use std::time::Duration;

use hexpost_engine::game::{AnyGame, AnyTurn};
use hexpost_engine::record::{Ending, How};
use hexpost_engine::side::{BySide, Side};
use hexpost_render::layout::Size;
use hexpost_render::theme::Theme;
use hexpost_render::{View, alt_text as description, marks};

use crate::app::game::state::{Game, TakenBack};
use crate::discord::custom_id::action::{BoardRequest, GameAction};
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::custom_id::plan::AnalysisAction;
use crate::discord::custom_id::replay::{RecordAction, ReplayAction};
use crate::discord::custom_id::{BoardRef, CustomId};
use crate::discord::i18n::alt_text_phrases::Loser;
use crate::discord::i18n::time::time_span;
use crate::discord::i18n::turn::turn_in_words;
use crate::discord::i18n::{Locale, alt_text_phrases};
use crate::discord::view::components::{game_analysis_button, key, remind_later_buttons};
use crate::discord::view::computer::computer_name;
use crate::discord::view::format::{FILE, drawn, last_day, mention, moment, plain, variant};
use crate::discord::view::markdown::UserText;
use crate::discord::view::message::{ActionRow, Button, ButtonStyle, Message, Picture};
use crate::discord::view::reader::Reader;
use crate::model::Seq;

/// Games that took less time are called quick.
const HOUR: Duration = Duration::from_hours(1);

/// Maximum number of turns described in one message.
const MAX_TOLD: usize = 8;

/// A game and how its board is shown.
#[derive(Clone, Debug)]
pub struct BoardView<'a> {
    /// The game.
    pub game: &'a Game,
    /// The players' names.
    pub names: &'a BySide<UserText>,
    /// The language.
    pub locale: &'static Locale,
    /// The colours.
    pub theme: Theme,
    /// The size of the picture.
    pub size: Size,
    /// Is the second player at the bottom?
    pub is_flipped: bool,
}

/// The reference to the current board of a game.
pub const fn shown(game: &Game) -> BoardRef {
    BoardRef {
        game: game.row.id,
        seq: game.position_seq(),
    }
}

impl<'a> BoardView<'a> {
    /// A view with the settings of a reader.
    pub(crate) fn for_reader(
        reader: &Reader,
        game: &'a Game,
        names: &'a BySide<UserText>,
        is_flipped: bool,
    ) -> Self {
        Self {
            game,
            names,
            locale: reader.locale,
            theme: reader.theme(),
            size: reader.size(),
            is_flipped,
        }
    }
}

impl<'a> BoardView<'a> {
    /// A public view: the same for everyone at every turn, with the first player at the bottom.
    pub(crate) fn for_everyone(
        theme: Theme,
        locale: &'static Locale,
        game: &'a Game,
        names: &'a BySide<UserText>,
    ) -> Self {
        Self {
            game,
            names,
            locale,
            theme,
            size: Size::default(),
            is_flipped: false,
        }
    }
}

impl BoardView<'_> {
    fn text(&self, key: &str) -> String {
        self.locale.text(key, &[])
    }

    /// A player as a mention, or by name if the account is gone.
    pub fn player(&self, side: Side) -> String {
        if let Some(computer) = self.game.computer.filter(|computer| computer.side == side) {
            return UserText::line(&computer_name(self.locale, computer.level)).markdown();
        }
        self.game.row.players[side].map_or_else(|| self.names[side].markdown(), mention)
    }

    /// The position after `ply` turns, and the one before it with the index of the turn between
    /// them.
    fn at(&self, ply: usize) -> (AnyGame, Option<(AnyGame, usize)>) {
        let record = &self.game.record;
        let game = record.at(ply).unwrap_or_else(|| record.game().clone());
        let before = ply
            .checked_sub(1)
            .and_then(|last| Some((record.at(last)?, last)));
        (game, before)
    }

    /// The picture of the position after `ply` turns.
    pub fn picture(&self, ply: usize) -> Picture {
        let record = &self.game.record;
        let (position, before) = self.at(ply);
        let is_last = ply == record.turns().len();
        let last = before
            .as_ref()
            .and_then(|(before, index)| Some((before, record.turns().get(*index)?)));
        let ending = record.ending().filter(|_| is_last);
        self.picture_of(&position, last, ending)
    }

    /// The picture of a position to which the last turn has led, and in which the game may be over.
    pub(crate) fn picture_of(
        &self,
        position: &AnyGame,
        last: Option<(&AnyGame, &AnyTurn)>,
        ending: Option<Ending>,
    ) -> Picture {
        let mut view = View::new(position.clone());
        view.names = drawn(self.names, self.locale, position.kind());
        view.theme = self.theme;
        view.size = self.size;
        view.is_flipped = self.is_flipped;
        let stock = format!("{}-stock-pool", position.kind().as_str());
        view.stock = self.locale.optional_text(&stock, &[]);
        if let Some((before, turn)) = last {
            view.marks = marks::last_turn(before, turn);
        }
        if let Some(ending) = ending {
            view.result = Some(hexpost_render::ResultMark::from_winner(ending.winner));
            view.banner = Some(self.result(&ending, |side| view.names[side].clone()));
        }
        let names = plain(self.names);
        let told = alt_text_phrases::NamedAltText {
            locale: self.locale,
            names: &names,
            ending: ending.map(|ending| self.result(&ending, |side| names[side].clone())),
        };
        Picture {
            alt: description::describe(position, last, &told),
            view: view.into(),
            file: FILE,
        }
    }

    /// The turn that led to the position after `ply` turns, in notation and in words.
    pub fn turn(&self, ply: usize) -> Option<String> {
        let record = &self.game.record;
        let (_, before) = self.at(ply);
        let (before, index) = before?;
        let turn = record.turns().get(index)?;
        let made = self.game.turns.get(index)?;
        let notation = before.write(turn)?;
        let said = turn_in_words(self.locale.language(), &before, turn);
        let key = if made.is_forced {
            "turn-forced"
        } else if made.is_planned {
            "turn-planned"
        } else {
            "turn-made"
        };
        Some(self.locale.text(
            key,
            &[
                ("player", self.player(made.side).into()),
                ("notation", notation.into()),
                ("turn", said.into()),
            ],
        ))
    }

    /// The player to move and the deadline, as a call to move.
    pub fn to_move(&self) -> Option<String> {
        let side = self.game.to_move()?;
        if self.game.row.is_computer(side) {
            return Some(self.thinking(side));
        }
        // A game without this player calls nobody.
        self.game.row.players[side]?;
        let player = ("player", self.player(side).into());
        Some(match self.game.row.status.deadline {
            Some(deadline) if self.game.is_time_up => {
                let when = ("when", moment(deadline).into());
                self.locale.text("your-turn-late", &[player, when])
            }
            Some(deadline) => {
                let when = ("when", moment(deadline).into());
                self.locale.text("your-turn-until", &[player, when])
            }
            None => self.locale.text("your-turn", &[player]),
        })
    }

    /// The computer is to move.
    fn thinking(&self, side: Side) -> String {
        let player = ("player", self.player(side).into());
        self.locale.text("computer-thinking", &[player])
    }

    /// The player to move and the deadline, for other readers.
    fn to_move_text(&self) -> Option<String> {
        let side = self.game.to_move()?;
        if self.game.row.is_computer(side) {
            return Some(self.thinking(side));
        }
        self.game.row.players[side]?;
        let player = ("player", self.player(side).into());
        Some(match self.game.row.status.deadline {
            Some(deadline) => {
                let when = ("when", moment(deadline).into());
                self.locale.text("their-turn-until", &[player, when])
            }
            None => self.locale.text("their-turn", &[player]),
        })
    }

    /// Says that the player to move must capture, in games where that is not always so.
    fn must_capture(&self) -> Option<String> {
        let player = self.player(self.game.to_move()?);
        let position = self.game.record.game();
        let choices = position.offer(&[]).ok()?.choices;
        let mut roles = choices.iter().map(|choice| choice.role);
        let role = roles
            .next()
            .filter(|first| roles.all(|role| role == *first))?;
        let role = alt_text_phrases::role_key(role)?;
        let key = format!("{}-must-{role}", position.kind().as_str());
        self.locale
            .optional_text(&key, &[("player", player.into())])
    }

    /// A line for each player on vacation.
    pub fn away(&self) -> Vec<String> {
        let line = |side: &Side| {
            let away = self.game.clock.away(*side)?;
            let player = ("player", self.player(*side).into());
            let when = ("when", last_day(away.until).into());
            Some(self.locale.text("away-now", &[player, when]))
        };
        let sides = Side::BOTH.iter().filter(|_| !self.game.is_over());
        sides.filter_map(line).collect()
    }

    /// The time left to the waiting player, for time controls with a bank.
    pub fn in_hand(&self) -> Option<String> {
        let game = self.game;
        let waiting = !game.to_move()?;
        game.row.pace.filter(|pace| pace.a_move().is_none())?;
        let left = game.clock.left(waiting, None, game.turn_at())?;
        let left = Duration::from_millis(u64::try_from(left).unwrap_or_default());
        let player = ("player", self.player(waiting).into());
        let time = ("time", time_span(self.locale, left).into());
        Some(self.locale.text("clock-in-hand", &[player, time]))
    }

    /// The result of the game; `called` names a player.
    pub fn result(&self, ending: &Ending, called: impl Fn(Side) -> String) -> String {
        let kind = self.game.record.game().kind();
        let loser = ending.winner.map(|winner| called(!winner));
        let reason = match ending.how {
            How::Rule(reason) => {
                let loser = loser.map(Loser::Named);
                alt_text_phrases::named_reason(self.locale, kind, reason, loser)
            }
            how => {
                let loser = ("loser", loser.unwrap_or_default().into());
                self.locale.text(&format!("how-{}", how.as_str()), &[loser])
            }
        };
        let reason = ("reason", reason.into());
        match (ending.winner, ending.how) {
            (Some(winner), _) => {
                let player = ("player", called(winner).into());
                self.locale.text("over-won", &[player, reason])
            }
            (None, How::Abort | How::Moderator) => self.locale.text("over-nothing", &[reason]),
            (None, _) => self.locale.text("over-drawn", &[reason]),
        }
    }

    /// The length of a finished game: its turns and its duration.
    fn length(&self) -> Option<String> {
        let row = &self.game.row;
        let end = row.status.end.as_ref()?;
        let took = end.at.0.saturating_sub(row.started_at.0).max(0);
        let took = Duration::from_millis(took as u64);
        let time = if took < HOUR {
            self.text("over-quick")
        } else {
            time_span(self.locale, took)
        };
        let turns = self.game.record.turns().len();
        let args = [("count", turns.into()), ("time", time.into())];
        Some(self.locale.text("over-length", &args))
    }

    /// The game and its variant in one line.
    pub fn variant(&self) -> String {
        variant(self.locale, &self.game.row.variant)
    }

    /// The text of a board that is out of date: the turns or the take-back that led to it, or that it
    /// was taken back itself.
    pub fn outdated_text(&self, board: Seq) -> Option<String> {
        let mut takebacks = self.game.takebacks.iter().rev();
        if let Some(takeback) = takebacks.clone().find(|takeback| takeback.seq == board) {
            return Some(self.taken_back("taken-back", takeback));
        }
        if takebacks.any(|takeback| takeback.undone.contains(&board)) {
            return Some(self.text("move-undone"));
        }
        let turns = &self.game.turns;
        let last = turns.iter().position(|made| made.seq == board)?;
        let followed = turns[..=last].iter().rev();
        let followed = followed.take_while(|made| made.is_by_itself());
        let first = last.saturating_sub(followed.count().min(MAX_TOLD - 1));
        let told = (first..=last).filter_map(|index| self.turn(index + 1));
        Some(told.collect::<Vec<_>>().join("\n"))
    }

    /// A take-back, in the words of a key: who took back which turn.
    pub(crate) fn taken_back(&self, key: &str, takeback: &TakenBack) -> String {
        let player = ("player", self.player(takeback.by).into());
        let turn = ("turn", takeback.turn.as_str().into());
        self.locale.text(key, &[player, turn])
    }

    /// The message with the current board, of which `new` turns have not been shown.
    pub fn message(&self, new: usize) -> Message {
        let plies = self.game.record.turns().len();
        let new = new.max(1).min(plies);
        let told = new.min(MAX_TOLD);
        let mut lines = Vec::new();
        if new > told {
            let count = ("count", (new - told).into());
            lines.push(self.locale.text("turns-before", &[count]));
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
        lines.extend(self.must_capture());
        lines.extend(self.in_hand());
        Message {
            content: lines.join("\n"),
            picture: Some(self.picture(plies)),
            rows: self.rows(),
        }
    }

    /// The open draw offer or take-back request, as text.
    pub fn offers(&self) -> Option<String> {
        let game = self.game;
        if game.is_over() {
            return None;
        }
        if let Some(side) = game.draw_offer {
            return Some(
                self.locale
                    .text("offered-draw", &[("player", self.player(side).into())]),
            );
        }
        let side = game.takeback?;
        let args = [
            ("player", self.player(side).into()),
            ("turn", game.asked_back()?.into()),
        ];
        Some(self.locale.text("asked-takeback", &args))
    }

    /// The buttons below the current board.
    pub fn rows(&self) -> Vec<ActionRow> {
        let shown = shown(self.game);
        if self.game.is_over() {
            let again = CustomId::Menu(MenuAction::GameAction(GameAction::Rematch, shown));
            let look = CustomId::Menu(MenuAction::ShowBoard(BoardRequest {
                game: shown.game.into(),
                ply: Some(0),
                is_flipped: false,
                is_text: false,
                slot: 0,
            }));
            let mut keys = vec![
                key(&again, self.text("key-rematch"), ButtonStyle::Primary),
                key(&look, self.text("key-look-back"), ButtonStyle::Plain),
                key(
                    &CustomId::Menu(MenuAction::Record(RecordAction::Files(shown.game.into()))),
                    self.text("key-record"),
                    ButtonStyle::Plain,
                ),
            ];
            keys.extend(game_analysis_button(self.locale, self.game));
            return vec![ActionRow::Buttons(keys)];
        }
        let mut rows = vec![ActionRow::Buttons(vec![
            key(
                &CustomId::Move(shown),
                self.text("key-move"),
                ButtonStyle::Primary,
            ),
            key(
                &CustomId::More(shown),
                self.text("key-more"),
                ButtonStyle::Plain,
            ),
        ])];
        // An offer made with a turn is answered below the board.
        if self.game.draw_offer.is_some() && self.game.draw_offer != self.game.to_move() {
            let button = |action| CustomId::Menu(MenuAction::GameAction(action, shown));
            let (accept, decline) = (
                button(GameAction::AcceptDraw),
                button(GameAction::DeclineDraw),
            );
            rows.push(ActionRow::Buttons(vec![
                key(&accept, self.text("key-accept-draw"), ButtonStyle::Good),
                key(&decline, self.text("key-decline"), ButtonStyle::Plain),
            ]));
        }
        rows
    }

    /// The buttons below a reminder: to move, or to be reminded again later.
    pub(crate) fn reminder_rows(&self) -> Vec<ActionRow> {
        let shown = shown(self.game);
        let mut keys = vec![key(
            &CustomId::Move(shown),
            self.text("key-move"),
            ButtonStyle::Primary,
        )];
        keys.extend(remind_later_buttons(self.locale, shown));
        vec![ActionRow::Buttons(keys)]
    }

    /// The board at any point of the game, with buttons to step through it.
    pub fn look(&self, ply: Option<u16>, is_text: bool, is_players_turn: bool) -> Message {
        let last = self.game.record.turns().len();
        let at = ply.map_or(last, |ply| usize::from(ply).min(last));
        let position = self.at(at).0;
        let mut lines = vec![
            self.locale
                .text("look-at", &[("ply", at.into()), ("last", last.into())]),
        ];
        lines.extend(self.turn(at));
        if at == last {
            let ending = self.game.record.ending();
            lines.extend(ending.map(|ending| self.result(&ending, |side| self.player(side))));
            lines.extend(self.offers());
            lines.extend(self.away());
            if is_players_turn {
                lines.extend(self.to_move());
                lines.extend(self.must_capture());
            } else {
                lines.extend(self.to_move_text());
            }
            lines.extend(self.in_hand());
        }
        if is_text {
            lines.push(format!("```\n{}```", position.drawing()));
            let kind = position.kind().as_str();
            lines.push(self.text(&format!("{kind}-legend")));
            let ending = self.game.record.ending().filter(|_| at == last);
            let names = plain(self.names);
            let told = alt_text_phrases::NamedAltText {
                locale: self.locale,
                names: &names,
                ending: ending
                    .map(|ending| self.result(&ending, |side| self.names[side].plain().to_owned())),
            };
            let state = description::AltText::state(&told, &position);
            lines.push(UserText::line(&state).markdown());
        }
        let look = |ply: usize, is_flipped: bool, is_text: bool, slot: u8| {
            CustomId::Menu(MenuAction::ShowBoard(BoardRequest {
                game: self.game.reference,
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
            .map(|(slot, (label, to, is_disabled))| Button {
                is_disabled,
                ..key(
                    &look(to, flipped, is_text, slot),
                    label.to_owned(),
                    ButtonStyle::Plain,
                )
            });
        let jump = CustomId::Menu(MenuAction::Replay(ReplayAction::Jump(BoardRequest {
            game: self.game.reference,
            ply: None,
            is_flipped: flipped,
            is_text,
            slot: 0,
        })));
        let jump = Button {
            is_disabled: last == 0,
            ..key(&jump, self.text("key-jump"), ButtonStyle::Plain)
        };
        let other = if is_text { "key-picture" } else { "key-text" };
        let mut second = vec![key(
            &look(at, flipped, !is_text, 5),
            self.text(other),
            ButtonStyle::Plain,
        )];
        // The text form of a board can't be flipped.
        if !is_text {
            let flip = look(at, !flipped, is_text, 4);
            second.insert(0, key(&flip, self.text("key-flip"), ButtonStyle::Plain));
        }
        let analyse = AnalysisAction::Open(self.game.reference, u16::try_from(at).ok());
        let analyse = CustomId::Menu(MenuAction::Analysis(analyse));
        second.push(key(&analyse, self.text("key-analyse"), ButtonStyle::Plain));
        if is_players_turn {
            let button = CustomId::Move(shown(self.game));
            second.push(key(&button, self.text("key-move"), ButtonStyle::Primary));
        }
        Message {
            content: lines.join("\n"),
            picture: (!is_text).then(|| self.picture(at)),
            rows: vec![
                ActionRow::Buttons(steps.chain([jump]).collect()),
                ActionRow::Buttons(second),
            ],
        }
    }
}
