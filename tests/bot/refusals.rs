//! Every refusal has a message with its reason in every language.

use std::collections::BTreeSet;

use hexpost_engine::game::{AnyGame, Variant};
use hexpost_engine::notation::ReadError;
use hexpost_engine::steps::StepError;

use super::locales::LANGUAGES;
use hexpost::app::Refusal;
use hexpost::app::import::{BadRecord, read_record};
use hexpost::app::people::settings::Language;
use hexpost::discord::i18n::refusal::refusal;
use hexpost::model::{ChallengeState, ChannelId, GameId, RoleId, Time};

fn start(game: &str, variant: &str) -> AnyGame {
    AnyGame::start(&Variant::parse(game, variant).unwrap())
}

fn check(language: Language, refused: &Refusal) {
    let said = refusal(language, refused);
    assert!(
        !said.contains('‹') && !said.is_empty(),
        "{refused:?}: {said}"
    );
    assert!(said.chars().count() <= 2000, "{said}");
}

#[test]
#[allow(clippy::too_many_lines)] // a list
fn every_refusal_has_a_message_in_every_language() {
    let refusals = [
        Refusal::Repeated,
        Refusal::ComputerDraw,
        Refusal::FairPlayRunning,
        Refusal::FairPlayOwn,
        Refusal::FairPlayOthers,
        Refusal::OwnPuzzle,
        Refusal::KnownPuzzle,
        Refusal::NoPuzzleInGame,
        Refusal::NoClubGame,
        Refusal::NoComputer,
        Refusal::TooManyComputerGames(3),
        Refusal::UnknownLevel,
        Refusal::UnknownTournament,
        Refusal::TournamentServer,
        Refusal::NotAnOrganiser(vec![RoleId(7)]),
        Refusal::NotOrganiser,
        Refusal::TooManyTournaments(5),
        Refusal::TournamentName(60),
        Refusal::TournamentSize(2, 16),
        Refusal::AtOnce(2, 30),
        Refusal::RoundDays(120),
        Refusal::NoRounds,
        Refusal::VacationCap(120),
        Refusal::RatingBand,
        Refusal::AlreadyEntered,
        Refusal::NotEntered,
        Refusal::TournamentFull(8),
        Refusal::NeedsRole(vec![RoleId(7)]),
        Refusal::RatingTooLow(1500),
        Refusal::RatingTooHigh(1500),
        Refusal::TournamentRunning,
        Refusal::TournamentOver,
        Refusal::NotStarted,
        Refusal::TooFewPlayers(2),
        Refusal::HasWithdrawn,
        Refusal::NoSuchPairing,
        Refusal::RoundIsPaired,
        Refusal::NoDeadline,
        Refusal::NoSeatToChoose,
        Refusal::NoReport,
        Refusal::TournamentGame,
        Refusal::UnknownGame,
        Refusal::NotAPlayer,
        Refusal::NotYourTurn,
        Refusal::Finished,
        Refusal::Stale,
        Refusal::Frozen,
        Refusal::Step(StepError { index: 1 }),
        Refusal::Unfinished,
        Refusal::Touched("W d4".to_owned()),
        Refusal::NothingOffered,
        Refusal::TheyOffered,
        Refusal::AlreadyOffered,
        Refusal::TooLateToAbort,
        Refusal::NothingToTakeBack,
        Refusal::HasClock,
        Refusal::NotYet(Time(1_000_000)),
        Refusal::NoNotice,
        Refusal::NoClock,
        Refusal::OwnTime,
        Refusal::Away(Time(0)),
        Refusal::TimeEnough,
        Refusal::NoZone,
        Refusal::UnknownZone,
        Refusal::EveningPast,
        Refusal::TooLate(Time(0)),
        Refusal::VacationDays(30),
        Refusal::VacationDays(0),
        Refusal::NoVacationLeft(0),
        Refusal::NoVacationLeft(3),
        Refusal::OnVacation(Time(0)),
        Refusal::NoVacation,
        Refusal::Date,
        Refusal::PastDate,
        Refusal::FarDate,
        Refusal::OwnTurn,
        Refusal::NoAnswer,
        Refusal::PlanFull(60, 12),
        Refusal::NothingPlanned,
        Refusal::NoSetup,
        Refusal::Wish("Q`1".to_owned()),
        Refusal::QueueFull(60, 12),
        Refusal::UnknownAnalysis,
        Refusal::AnalysisFull(300),
        Refusal::NothingTried,
        Refusal::OtherPosition,
        Refusal::Code(AnyGame::from_code("chess").unwrap_err()),
        Refusal::Code(AnyGame::from_code("zertz 37").unwrap_err()),
        Refusal::LongCode(1500),
        Refusal::UnknownChallenge,
        Refusal::NotForYou,
        Refusal::OwnChallenge,
        Refusal::Decided(ChallengeState::Open),
        Refusal::Decided(ChallengeState::Accepted),
        Refusal::Decided(ChallengeState::Declined),
        Refusal::Decided(ChallengeState::Withdrawn),
        Refusal::Decided(ChallengeState::Expired),
        Refusal::WrongChannel(vec![ChannelId(1), ChannelId(2)]),
        Refusal::NobodyHere,
        Refusal::Oneself,
        Refusal::Bot,
        Refusal::Identical(GameId(1)),
        Refusal::TooMany(10),
        Refusal::Variant(Variant::parse("chess", "").unwrap_err()),
        Refusal::Days,
        Refusal::Note(200),
        Refusal::Blocked,
        Refusal::Stranger,
        Refusal::MayNotPost,
        Refusal::HiddenFromSome,
        Refusal::NotAllowed(vec![RoleId(i64::MAX); 25]),
        Refusal::AcceptThere(Some(ChannelId(i64::MAX))),
        Refusal::RatedClock,
        Refusal::WishTaken("Zc3".to_owned()),
        Refusal::StandingOpponent,
        Refusal::StandingServer,
        Refusal::StandingMost(10),
        Refusal::TooManyStanding(3),
        Refusal::NoLadder,
        Refusal::OnLadder,
        Refusal::NotOnLadder,
        Refusal::LadderFull(200),
        Refusal::OpponentNotOnLadder,
        Refusal::LadderNotAbove,
        Refusal::LadderTooFar(10),
        Refusal::LadderPlaying,
        Refusal::LadderIncoming(3),
        Refusal::LadderTooSoon(Time(1_000_000)),
        Refusal::OwnGame,
        Refusal::TooManyFollowers(25),
        Refusal::TooManyFollowed(25),
        Refusal::TooFast(Time(1_000_000)),
        Refusal::TooManyImports(25),
        Refusal::Record(BadRecord::Empty),
        Refusal::Record(BadRecord::TooLarge),
        Refusal::Record(BadRecord::NotText),
        Refusal::Record(BadRecord::Sgf),
        Refusal::Record(BadRecord::Json { line: 1, column: 2 }),
    ];
    for (_, language) in LANGUAGES {
        for refused in &refusals {
            check(language, refused);
        }
    }
}

/// Texts that aren't legal turns, with a position in which each breaks a rule.
const WRONG: &[(&str, &[&str])] = &[
    (
        "zertz 37 4/5/6/3W3/6/5/4 5,8,10 0,0,0 0,0,0 first",
        &[
            "",
            "?",
            "Q",
            "Wd4-a1",
            "Wd5-d4",
            "Wd5",
            "Wd5-d3",
            "Wd5-a1~",
            "xd4d6",
            "xd4e5",
            "xd3d5",
            "-",
            "!",
            "Wz9",
            "Wd5-a1 and then some",
            "xWd4",
        ],
    ),
    (
        "zertz 37 WG2/5/6/7/6/5/4 0,7,10 3,0,0 2,0,0 first",
        &["Wd4-g1", "Gd4-g1", "xGa1a3", "-", "xa1Wa3"],
    ),
    (
        "zertz 37-zerc WW2/5/6/7/6/5/4 4,8,10 0,0,0 0,0,0 first",
        &["xa1a3"],
    ),
    (
        "tzaar T.R2../t...../......./Z......./......../......../......./....../z.r.t first",
        &[
            "Zc3",
            "d1xb1",
            "d1xi1 -",
            "a1xa3 -",
            "d1+b1 -",
            "e9xe1",
            "a1xc1 -",
            "a1xb1 b1xi5",
            "i1xi3 -",
            "a1xb1 a3xa1",
            "d1xb1 a1+i5",
            "a1xi5 -",
        ],
    ),
];

#[test]
fn invalid_turns_are_explained_in_every_language() {
    let mut rules = BTreeSet::new();
    let mut refused = 0;
    let starts = [
        ("zertz", "48-tournament"),
        ("tzaar", "fixed"),
        ("tzaar", "tournament"),
    ];
    let mut games: Vec<(AnyGame, &[&str])> = WRONG
        .iter()
        .map(|(code, texts)| (AnyGame::from_code(code).unwrap(), *texts))
        .collect();
    games.extend(starts.map(|(game, variant)| {
        let texts: &[&str] = &[
            "a1xb2 -",
            "Zz",
            "e9xe8",
            "Wa1",
            "d3xd4 c3xc4",
            "a1xa2",
            "!",
            "-",
        ];
        (start(game, variant), texts)
    }));
    for (game, texts) in &games {
        for text in *texts {
            let Err(error) = game.read(text) else {
                continue;
            };
            refused += 1;
            if let ReadError::Illegal { rule, .. } = &error {
                let (kind, key) = rule.key().unwrap();
                assert!(kind.rules().contains(&key), "{key}");
                rules.insert((kind, key));
            }
            for (_, language) in LANGUAGES {
                check(language, &Refusal::Text(error.clone()));
            }
        }
    }
    assert!(refused > 30 && rules.len() > 20, "{refused} {rules:?}");
}

/// Texts that aren't valid records, each for a different reason.
const BAD_RECORDS: &[&str] = &[
    "[Game \"zertz\"]\n[Variant \"37\"]\n[Rules \"1\"\n",
    "[Game \"zertz\"]\n[Colour \"1\"]\n",
    "[Game \"zertz\"]\n[Game \"zertz\"]\n",
    "[Game \"zertz\"]\n",
    "[Game \"zertz\"]\n[Variant \"38\"]\n[Rules \"1\"]\n",
    "[Game \"zertz\"]\n[Variant \"37\"]\n[Rules \"9\"]\n",
    "[Game \"zertz\"]\n[Variant \"37\"]\n[Rules \"1\"]\n[Result \"7\"]\n",
    "[Game \"zertz\"]\n[Variant \"37\"]\n[Rules \"1\"]\n[Result \"1-0\"]\n",
    "[Game \"zertz\"]\n[Variant \"37\"]\n[Rules \"1\"]\n[Result \"*\"]\n[Ending \"rain\"]\n",
    "[Game \"zertz\"]\n[Variant \"37\"]\n[Rules \"1\"]\n[Result \"*\"]\n[Ending \"white\"]\n",
    "[Game \"zertz\"]\n[Variant \"37\"]\n[Rules \"1\"]\n[Result \"*\"]\n\n2. Wd4-a1\n",
    "[Game \"zertz\"]\n[Variant \"37\"]\n[Rules \"1\"]\n[Result \"*\"]\n\n1. Wd4-a1 | Gd5-b1 | -\n",
    "[Game \"zertz\"]\n[Variant \"37\"]\n[Rules \"1\"]\n[Result \"*\"]\n\n1. Wd4-d5\n",
    "{\"game\":\"zertz\",\"variant\":\"37\",\"rules\":1,\"turns\":[\"Wd4-d5\"],\"ending\":null}",
    "{\"game\":\"zertz\"}",
    "[ZIP \"ooo 6/8/10 0/0/0 0/0/0 1\"]\n1. Wd4-a1",
    "37\nWd4,a1 {so",
    "37\nWd4,a1 * Gd5,b1",
    "37\n`````\n````` `````",
    "Wd4,a1 Gd5,b1 Wd4,b1",
    "(;GM[1])",
    "  ",
];

#[test]
fn invalid_records_are_explained_in_every_language() {
    let mut said = BTreeSet::new();
    for text in BAD_RECORDS {
        let problem = read_record(text.as_bytes(), None).expect_err(text);
        for (_, language) in LANGUAGES {
            check(language, &Refusal::Record(problem.clone()));
        }
        let english = refusal(Language::English, &Refusal::Record(problem));
        said.insert(english);
    }
    assert!(said.len() >= BAD_RECORDS.len() - 2, "{said:#?}");
    let problem = read_record(b"37\nWd4,a1\nGd5,b1\nWe1,a2", None).unwrap_err();
    assert_eq!(
        refusal(Language::English, &Refusal::Record(problem.clone())),
        "Line 4: turn 3: `We1-a2` isn't possible: you must capture when you can, and 2 captures are possible."
    );
    let russian = refusal(Language::Russian, &Refusal::Record(problem.clone()));
    assert!(
        russian.starts_with("Строка 4: ход 3: `We1-a2`"),
        "{russian}"
    );
    assert!(russian.contains("возможно захватов: 2"), "{russian}");
    let polish = refusal(Language::Polish, &Refusal::Record(problem));
    assert!(polish.starts_with("Wiersz 4: ruch 3: `We1-a2`"), "{polish}");
}

#[test]
fn a_refusal_names_the_rule() {
    let game = start("zertz", "37");
    let error = game.read("Wd4-d5").unwrap_err();
    let said = |language| refusal(language, &Refusal::Text(error.clone()));
    let english = "`Wd4-d5` isn't possible: ring d5 can't be slid out: there aren't two gaps side by \
                   side next to it.";
    assert_eq!(said(Language::English), english);
    assert!(said(Language::Russian).contains("кольцо d5 нельзя выдвинуть"));
    assert!(said(Language::Polish).contains("pierścienia d5 nie da się wysunąć"));
}
