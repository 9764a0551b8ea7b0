//! Commands that draw pictures.

use std::fs;
use std::path::{Path, PathBuf};

use hexpost_engine::game::AnyGame;
use hexpost_engine::record::Record;
use hexpost_render::composer_board::composing;
use hexpost_render::gallery::{charts, gallery, random_game};
use hexpost_render::layout::Size;
use hexpost_render::replay::{MAX_BYTES, Replay};
use hexpost_render::theme::Theme;
use hexpost_render::{Draw as _, View, marks, steps_of};

use super::engine::{Start, variants};
use super::{CliError, bad};

/// How pictures look.
#[derive(clap::Args)]
struct RenderArgs {
    /// classic, dark or contrast
    #[arg(long, default_value_t)]
    theme: Theme,
    /// small, normal or large
    #[arg(long)]
    size: Option<Size>,
    /// The second player at the bottom
    #[arg(long)]
    flip: bool,
    /// The players' names, divided by a comma
    #[arg(long, value_name = "FIRST,SECOND")]
    names: Option<String>,
}

impl RenderArgs {
    fn names(&self) -> (String, String) {
        let names = self.names.as_deref().unwrap_or_default();
        let (first, second) = names.split_once(',').unwrap_or((names, ""));
        (first.trim().to_owned(), second.trim().to_owned())
    }
}

/// Draw a position as a PNG file
#[derive(clap::Args)]
pub(super) struct Render {
    #[arg(required_unless_present = "gallery", help = "The game")]
    game: Option<String>,
    #[arg(required_unless_present = "gallery", help = variants())]
    variant: Option<String>,
    /// Turns to play first, each one argument
    turns: Vec<String>,
    /// The file to write
    #[arg(short, long, value_name = "FILE", required_unless_present = "gallery")]
    output: Option<PathBuf>,
    #[command(flatten)]
    look: RenderArgs,
    /// Steps chosen so far of the next turn, such as "W d4"
    #[arg(long)]
    steps: Option<String>,
    /// The board alone, without names and tallies
    #[arg(long)]
    crop: bool,
    /// Write one picture of every kind into this folder
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["game", "output", "steps", "crop"])]
    gallery: Option<PathBuf>,
}

/// Draw a game as a GIF file
#[derive(clap::Args)]
pub(super) struct ReplayCommand {
    /// The record, as text
    record: PathBuf,
    /// The file to write
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    look: RenderArgs,
    /// Names and tallies beside the board
    #[arg(long)]
    players: bool,
    /// A sentence on the last frame
    #[arg(long)]
    banner: Option<String>,
    /// Write a picture of the end as well
    #[arg(long, value_name = "FILE")]
    card: Option<PathBuf>,
    /// The first ply to show
    #[arg(long, default_value_t = 0)]
    from: usize,
    /// The last ply to show
    #[arg(long)]
    to: Option<usize>,
}

impl Render {
    pub(super) fn run(self) -> Result<(), CliError> {
        if let Some(folder) = &self.gallery {
            return write_gallery(folder);
        }
        let (Some(game), Some(variant), Some(output)) = (&self.game, &self.variant, &self.output)
        else {
            return Err(bad("a game, a variant and an output file are needed"));
        };
        let start = Start::new(game, variant);
        let view = self.view(&start)?;
        write(output, &view.png())
    }

    fn view(&self, start: &Start) -> Result<View, CliError> {
        let game = start.after(&self.turns)?;
        let mut view = if let Some(steps) = &self.steps {
            composed(&game, steps)?
        } else {
            let mut view = View::new(game);
            if let Some((last, earlier)) = self.turns.split_last() {
                let before = start.after(earlier)?;
                let turn = before.read(last).map_err(bad)?;
                view.marks = marks::last_turn(&before, &turn);
            }
            view
        };
        (view.names.first, view.names.second) = self.look.names();
        view.theme = self.look.theme;
        view.size = self.look.size.unwrap_or_default();
        view.is_flipped = self.look.flip;
        view.is_cropped = self.crop;
        Ok(view)
    }
}

fn composed(game: &AnyGame, steps: &str) -> Result<View, CliError> {
    let wrong = |problem: String| bad(format!("--steps {steps:?}: {problem}"));
    let chosen = steps_of(game, steps).ok_or_else(|| {
        wrong("a step is a letter, a cell of this board, or one of ~ - !".to_owned())
    })?;
    let composing = composing(game, &chosen).map_err(|error| wrong(error.to_string()))?;
    Ok(View::composing(composing))
}

impl ReplayCommand {
    pub(super) fn run(self) -> Result<(), CliError> {
        let place = self.record.display();
        let text = fs::read(&self.record).map_err(|error| bad(format!("{place}: {error}")))?;
        let text = String::from_utf8(text).map_err(|_| bad(format!("{place}: no UTF-8 text")))?;
        let record: Record = text
            .parse()
            .map_err(|error| bad(format!("{place}: {error}")))?;
        let (first, second) = self.look.names();
        let mut replay = Replay {
            theme: self.look.theme,
            size: self.look.size.unwrap_or(Size::Small),
            is_flipped: self.look.flip,
            is_cropped: !self.players,
            banner: self.banner,
            from: self.from,
            to: self.to,
            ..Replay::default()
        };
        (replay.names.first, replay.names.second) = (first, second);
        if let Some(card) = &self.card {
            write(card, &replay.end_card(&record).png())?;
        }
        write(&self.output, &replay.gif(&record))
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    fs::write(path, bytes).map_err(|error| bad(format!("{}: {error}", path.display())))
}

fn write_gallery(folder: &Path) -> Result<(), CliError> {
    let wrong = |error| bad(format!("{}: {error}", folder.display()));
    fs::create_dir_all(folder).map_err(wrong)?;
    for exhibit in gallery() {
        let path = folder.join(format!("{}.png", exhibit.name));
        write(&path, &exhibit.view.png())?;
    }
    for (name, drawing) in charts() {
        write(&folder.join(format!("{name}.png")), &drawing.png())?;
    }
    for (game, variant) in [("zertz", "37"), ("tzaar", "fixed")] {
        let record = random_game(game, variant, 7, 80);
        let bytes = Replay::default().gif(&record);
        debug_assert!(bytes.len() <= MAX_BYTES);
        write(&folder.join(format!("replay-{game}.gif")), &bytes)?;
    }
    Ok(())
}
