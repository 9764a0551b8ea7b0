//! The computer's analysis of a game in words and as a chart.

use hexpost_engine::game::{AnyGame, AnyTurn};
use hexpost_engine::side::{BySide, Side};
use hexpost_render::Drawing;
use hexpost_render::alt_text::MAX_CHARS;
use hexpost_render::winning_chart::{TurnSign, WinningChart};

use crate::app::computer::assessment::TurnMark;
use crate::app::computer::game_analysis::{AnalysedTurn, GameAnalysis};
use crate::app::computer::hint::HintReason;
use crate::discord::i18n::Locale;
use crate::discord::i18n::turn::turn_in_words;
use crate::discord::view::board::BoardView;
use crate::discord::view::format::{drawn, plain};
use crate::discord::view::message::{Picture, cut};

/// The file name of the chart.
const CHART: &str = "winning-chances.png";
/// The marks, the worst first.
const MARKS: [TurnMark; 3] = [TurnMark::Blunder, TurnMark::Mistake, TurnMark::Inaccuracy];

/// An analysed game, and how it is shown.
pub(crate) struct GameAnalysisView<'a> {
    /// The game and the players' names.
    pub(crate) board: &'a BoardView<'a>,
    /// What the computer has found out.
    pub(crate) analysis: &'a GameAnalysis,
}

impl GameAnalysisView<'_> {
    const fn locale(&self) -> &'static Locale {
        self.board.locale
    }

    fn text(&self, name: &str) -> String {
        self.locale().text(name, &[])
    }

    /// The summary: accuracy of both players, and the move that decided the game.
    pub(crate) fn summary(&self) -> String {
        let variant = ("variant", self.board.variant().into());
        let mut lines = vec![self.locale().text("game-analysis-title", &[variant])];
        lines.extend(Side::BOTH.map(|side| self.accuracy(side)));
        match self.analysis.deciding {
            Some(ply) => {
                lines.extend(self.decided(ply));
                lines.extend(self.better(ply, &self.analysis.turns[ply]));
            }
            None => lines.push(self.text("game-analysis-steps")),
        }
        lines.push(self.text("game-analysis-estimates"));
        lines.join("\n")
    }

    /// A player's accuracy, with the number of each mark.
    fn accuracy(&self, side: Side) -> String {
        let player = ("player", self.board.player(side).into());
        let said = match self.analysis.accuracy[side] {
            Some(percent) => {
                let percent = ("percent", usize::from(percent).into());
                self.locale()
                    .text("game-analysis-accuracy", &[player, percent])
            }
            None => self.locale().text("game-analysis-no-accuracy", &[player]),
        };
        let count = |mark: TurnMark| {
            let marked = self
                .analysis
                .marked()
                .filter(|(ply, turn)| turn.mark == Some(mark) && self.mover(*ply) == Some(side));
            (mark, marked.count())
        };
        let counts = MARKS.map(count).into_iter().filter(|(_, count)| *count > 0);
        let counts = counts.map(|(mark, count)| format!(" · {} `{}`", count, mark.sign()));
        said + &counts.collect::<Vec<String>>().concat()
    }

    /// The move that decided the game.
    fn decided(&self, ply: usize) -> Option<String> {
        let turn = self.written(ply)?;
        let (before, after) = self.chances_around(ply)?;
        let args = [
            ("number", (ply + 1).into()),
            ("player", self.board.player(self.mover(ply)?).into()),
            ("turn", turn.into()),
            ("before", usize::from(before).into()),
            ("after", usize::from(after).into()),
        ];
        Some(self.locale().text("game-analysis-deciding", &args))
    }

    /// What a turn did: its mark, and the better turn with the reason.
    pub(crate) fn turn_lines(&self, ply: usize) -> Vec<String> {
        let Some((turn, (before, after))) = self.turn_at(ply) else {
            return Vec::new();
        };
        let mut lines = Vec::new();
        if let (Some(mark), Some(side)) = (turn.mark, self.mover(ply)) {
            let args = [
                ("mark", mark.as_str().into()),
                ("sign", mark.sign().into()),
                ("player", self.board.player(side).into()),
                ("before", usize::from(before).into()),
                ("after", usize::from(after).into()),
            ];
            lines.push(self.locale().text("game-analysis-mark", &args));
            lines.extend(self.better(ply, turn));
        }
        if self.analysis.deciding == Some(ply) {
            lines.push(self.text("game-analysis-decided-here"));
        }
        lines
    }

    /// The better turn in notation and in words, with the reason.
    pub(crate) fn better(&self, ply: usize, turn: &AnalysedTurn) -> Option<String> {
        let (better, reason) = turn.better?;
        let position = self.board.game.record.at(ply)?;
        let args = [
            ("notation", position.write(&better)?.into()),
            (
                "turn",
                turn_in_words(self.locale().language(), &position, &better).into(),
            ),
            ("reason", self.reason(reason).into()),
        ];
        Some(self.locale().text("game-analysis-better", &args))
    }

    fn reason(&self, reason: HintReason) -> String {
        reason_in_words(self.locale(), reason)
    }

    /// The winning chances of both players after a number of turns.
    pub(crate) fn chances(&self, ply: usize) -> Option<String> {
        let first = self.analysis.chance(Side::First, ply)?;
        let args = [
            ("first", self.board.player(Side::First).into()),
            ("chance", usize::from(first).into()),
            ("second", self.board.player(Side::Second).into()),
            ("rest", usize::from(100 - first).into()),
        ];
        Some(self.locale().text("game-analysis-chances", &args))
    }

    /// A turn in one line for a menu: its number, notation and sign, and what it did to the chances.
    pub(crate) fn option(&self, ply: usize) -> Option<(String, String)> {
        let (turn, (before, after)) = self.turn_at(ply)?;
        let sign = turn.mark.map(TurnMark::sign).unwrap_or_default();
        let label = format!("{}. {} {sign}", ply + 1, self.written(ply)?);
        let name = plain(self.board.names)[self.mover(ply)?].clone();
        Some((label, format!("{name}: {before} % → {after} %")))
    }

    /// A comment for the record on each turn that has a mark.
    pub(crate) fn comments(&self) -> Vec<Option<String>> {
        (0..self.analysis.turns.len())
            .map(|ply| self.comment(ply))
            .collect()
    }

    fn comment(&self, ply: usize) -> Option<String> {
        let (turn, (before, after)) = self.turn_at(ply)?;
        let mark = turn.mark?;
        let (better, _) = turn.better?;
        let better = self.board.game.record.at(ply)?.write(&better)?;
        let args = [
            ("sign", mark.sign().into()),
            ("before", usize::from(before).into()),
            ("after", usize::from(after).into()),
            ("turn", better.into()),
        ];
        Some(self.locale().text("game-analysis-comment", &args))
    }

    /// The position before a turn.
    pub(crate) fn before(&self, ply: usize) -> Option<(AnyGame, AnyTurn)> {
        let record = &self.board.game.record;
        Some((record.at(ply)?, *record.turns().get(ply)?))
    }

    fn mover(&self, ply: usize) -> Option<Side> {
        self.board.game.turns.get(ply).map(|turn| turn.side)
    }

    fn written(&self, ply: usize) -> Option<String> {
        self.board.game.record.texts().get(ply).cloned()
    }

    /// A turn, with the winning chances of its player before and after it.
    fn turn_at(&self, ply: usize) -> Option<(&AnalysedTurn, (u8, u8))> {
        Some((self.analysis.turns.get(ply)?, self.chances_around(ply)?))
    }

    fn chances_around(&self, ply: usize) -> Option<(u8, u8)> {
        let side = self.mover(ply)?;
        let before = self.analysis.chance(side, ply)?;
        Some((before, self.analysis.chance(side, ply + 1)?))
    }

    /// The chart.
    pub(crate) fn chart(&self) -> Picture {
        let position = self.board.game.record.game();
        let accuracy = |side: Side| self.analysis.accuracy[side];
        let note = |side| accuracy(side).map(|percent| format!("{percent} %"));
        let sign = |(ply, turn): (usize, &AnalysedTurn)| {
            let mark = turn.mark?;
            Some(TurnSign {
                turn: ply + 1,
                side: self.mover(ply)?,
                sign: mark.sign(),
                gravity: mark as u8,
            })
        };
        Picture {
            view: Drawing::Winning(WinningChart {
                theme: self.board.theme,
                names: drawn(self.board.names, self.locale(), position.kind()),
                notes: BySide::new_with(|side| note(side).unwrap_or_default()),
                chances: self.analysis.chances.clone(),
                signs: self.analysis.marked().filter_map(sign).collect(),
                deciding: self.analysis.deciding.map(|ply| ply + 1),
            }),
            alt: cut(self.chart_in_words(), MAX_CHARS),
            file: CHART,
        }
    }

    /// The chart for a screen reader.
    fn chart_in_words(&self) -> String {
        let chances = &self.analysis.chances;
        let percent = |chance: Option<&u8>| usize::from(chance.copied().unwrap_or(50)).into();
        let name = plain(self.board.names).first;
        let args = [
            ("player", name.into()),
            ("count", self.analysis.turns.len().into()),
            ("start", percent(chances.first())),
            ("lowest", percent(chances.iter().min())),
            ("highest", percent(chances.iter().max())),
            ("end", percent(chances.last())),
        ];
        let mut said = vec![self.locale().text("game-analysis-chart-alt", &args)];
        let marked = self.analysis.marked();
        let marked = marked.filter_map(|(ply, _)| self.option(ply));
        said.extend(marked.map(|(label, chances)| format!("{label} ({chances}).")));
        said.join(" ")
    }
}

/// Why a turn is the best, in words that fit no player in particular.
pub(crate) fn reason_in_words(locale: &Locale, reason: HintReason) -> String {
    match reason {
        HintReason::Only => locale.text("better-only", &[]),
        HintReason::Wins => locale.text("better-wins", &[]),
        HintReason::WinsByForce => locale.text("better-wins-by-force", &[]),
        HintReason::OneReply => locale.text("better-one-reply", &[]),
        HintReason::Chances(percent) => {
            let percent = ("percent", usize::from(percent).into());
            locale.text("better-chances", &[percent])
        }
    }
}
