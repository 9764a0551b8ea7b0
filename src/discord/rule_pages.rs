//! The pages of the rules: their order, their diagrams, and which page explains a refusal.

use hexpost_engine::game::GameKind;
use hexpost_engine::notation::ReadError;

use crate::app::Refusal;
use crate::model::StoredVariant;

/// A page of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RulePage {
    /// Its name, which begins with that of the game.
    pub name: &'static str,
    /// The picture on it.
    pub(crate) diagram: &'static str,
    /// The lessons in which it is tried, the first one first.
    pub lessons: &'static [&'static str],
}

impl RulePage {
    const fn new(
        name: &'static str,
        diagram: &'static str,
        lessons: &'static [&'static str],
    ) -> Self {
        Self {
            name,
            diagram,
            lessons,
        }
    }

    /// The first one.
    pub const FIRST: Self = Self::new("zertz-goal", "zertz-start", &[]);

    /// All pages, in order.
    pub const ALL: &'static [Self] = &[
        Self::FIRST,
        Self::new("zertz-placing", "zertz-free-rings", &["zertz-placing"]),
        Self::new(
            "zertz-capture",
            "zertz-chain",
            &["zertz-capture", "zertz-chain"],
        ),
        Self::new("zertz-isolation", "zertz-isolation", &["zertz-isolation"]),
        Self::new("zertz-forcing", "zertz-bait", &["zertz-sacrifice"]),
        Self::new("zertz-end", "zertz-last-ring", &[]),
        Self::new("zertz-boards", "zertz-large", &[]),
        Self::new("zertz-tournament", "zertz-missed", &[]),
        Self::new("zertz-zerc", "zertz-own-colour", &[]),
        Self::new("zertz-notation", "zertz-notation", &[]),
        Self::new("tzaar-goal", "tzaar-start", &[]),
        Self::new("tzaar-capture", "tzaar-capture", &["tzaar-capture"]),
        Self::new("tzaar-stacking", "tzaar-stacking", &["tzaar-stacking"]),
        Self::new("tzaar-end", "tzaar-kinds", &["tzaar-kinds"]),
        Self::new("tzaar-setups", "tzaar-start", &[]),
        Self::new("tzaar-notation", "tzaar-notation", &[]),
    ];

    /// The page of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|page| page.name == name).copied()
    }

    /// The page with which someone begins who is asked to play a variant.
    pub fn of_variant(variant: &StoredVariant) -> Option<Self> {
        let (game, name) = (variant.game_name(), variant.name());
        let kind = name.rsplit('-').next().unwrap_or_default();
        let kind = match kind.split(':').next().unwrap_or_default() {
            "blitz" => "boards",
            "random" | "setup" => "setups",
            "tournament" if Self::named(&format!("{game}-tournament")).is_none() => "setups",
            kind => kind,
        };
        let special = Self::named(&format!("{game}-{kind}"));
        special.or_else(|| Self::named(&format!("{game}-goal")))
    }

    pub(crate) fn index(self) -> usize {
        let found = Self::ALL.iter().position(|page| *page == self);
        found.unwrap_or_default()
    }
}

/// The page that explains a refusal, if a rule of the game is behind it.
pub fn page_for(refused: &Refusal, game: Option<GameKind>) -> Option<RulePage> {
    match refused {
        Refusal::Text(ReadError::Illegal { rule, .. }) => {
            let (game, rule) = rule.key()?;
            page_of_rule(game, rule)
        }
        Refusal::Text(ReadError::Unreadable(_)) => {
            RulePage::named(&format!("{}-notation", game?.as_str()))
        }
        Refusal::Touched(_) => RulePage::named("zertz-tournament"),
        _ => None,
    }
}

/// The page that explains a rule, by the rule's key.
pub fn page_of_rule(game: GameKind, rule: &str) -> Option<RulePage> {
    let topic = match rule {
        "game-over" | "already-won" | "pass-not-forced" | "not-captured" => "end",
        "off-board" | "wrong-colour" | "wrong-captures" | "wrong-claims" | "second-missing" => {
            "notation"
        }
        "capture-compulsory" | "no-marble" | "no-jump" | "nothing-jumped" | "must-jump-on"
        | "vacant" | "not-yours" | "not-in-line" | "centre" | "blocked" | "first-must-capture"
        | "higher" => "capture",
        "not-in-pool" | "no-ring" | "not-free" | "removal-compulsory" | "under-marble" => "placing",
        "nothing-to-leave" | "claim-ends-game" => "isolation",
        "capture-demanded" | "ignoring-ends-game" | "nothing-to-send-back" => "tournament",
        "claim-automatic" | "own-colour" => "zerc",
        "stack-on-enemy" | "capture-own" => "stacking",
        "still-placing" | "not-placing" | "none-in-hand" => "setups",
        "opening-is-one-capture" => "goal",
        // Something lies there already: where marbles are placed, or where pieces are.
        "occupied" => {
            let placing = RulePage::named(&format!("{}-placing", game.as_str()));
            return placing.or_else(|| RulePage::named(&format!("{}-setups", game.as_str())));
        }
        _ => return None,
    };
    RulePage::named(&format!("{}-{topic}", game.as_str()))
}
