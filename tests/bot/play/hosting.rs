//! The program as a host runs it: settings, health, stopping.

use std::process::{Command, Output, Stdio};
use std::time::Duration;

use hexpost::sandbox::Lever;

use super::super::bench::{Bench, Program};

/// The program with these settings and nothing else of this machine's.
fn program(arguments: &[&str], settings: &[(&str, &str)]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hexpost"));
    command.args(arguments).env_clear().stdin(Stdio::null());
    command.envs(settings.iter().copied());
    command.current_dir(std::env::temp_dir());
    command
}

fn said(output: &Output) -> String {
    let text = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    String::from_utf8_lossy(&text).into_owned()
}

/// Starts the program on a bench, and waits until it is there.
async fn started(bench: &Bench, settings: &[(&str, &str)]) -> Program {
    let program = Program::start(bench, settings, || {});
    let come = || bench.sandbox.has_bot().then_some(());
    bench.until("the bot has come", come).await;
    program
}

#[tokio::test]
async fn a_host_can_ask_how_the_bot_is_and_stop_it() {
    let bench = Bench::new().await;
    // A port that was free a moment ago.
    let port = {
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        free.local_addr().unwrap().port().to_string()
    };
    let settings = [
        ("HEXPOST_HEALTH_PORT", port.as_str()),
        ("RUST_LOG", "error"),
    ];
    let program = started(&bench, &settings).await;
    let mut health = None;
    for _ in 0..200 {
        if let Ok(answer) = reqwest::get(format!("http://127.0.0.1:{port}/health")).await
            && answer.status() == 200
        {
            health = Some(answer.text().await.unwrap());
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let health = health.expect("the bot is well");
    assert!(health.contains(r#""database":true"#), "{health}");
    assert!(health.contains(r#""gateway":true"#), "{health}");
    program.stops().await;
    bench.finish().await;
}

#[tokio::test]
async fn the_log_shows_neither_tokens_nor_words_however_much_is_written() {
    let bench = Bench::new().await;
    let much = "trace,serenity::gateway=trace,hyper=trace";
    let program = started(&bench, &[("RUST_LOG", much)]).await;
    let first = bench.person(hexpost::sandbox::FIRST_PLAYER);
    first
        .types("/challenge game:zertz 37 opponent:@Player 2 note:a word in private")
        .await;
    first.sees("a word in private").await;
    let log = program.stops().await;
    assert!(log.contains("connected as"), "something is written: {log}");
    assert!(!log.contains(bench.sandbox.token()), "the bot's token");
    assert!(!log.contains("a word in private"), "what people write");
    // A token of an interaction stands in the address of its answer.
    assert!(!log.contains("/callback"), "tokens of interactions");
    bench.finish().await;
}

#[tokio::test]
async fn an_interaction_that_nobody_can_read_is_in_the_log_without_its_words() {
    let bench = Bench::unlogged().await;
    // A library may have something to say about a slow machine.
    let program = started(&bench, &[("RUST_LOG", "hexpost=info")]).await;
    let first = bench.person(hexpost::sandbox::FIRST_PLAYER);
    bench.pull(Lever::Garble(1));
    let unread = first
        .types_and_leaves("/challenge game:zertz 37 opponent:@Player 2 note:a word in private");
    // What comes after it is read, and so it has been dealt with.
    let answer = first.types("/help").await;
    assert!(!answer.message().text.is_empty());
    let log = program.stops().await;
    let lines: Vec<&str> = log.lines().filter(|line| line.contains("WARN")).collect();
    assert!(
        lines.len() == 1 && lines[0].contains(&format!("interaction=\"{unread}\"")),
        "{log}"
    );
    assert!(!log.contains("a word in private"), "what people write");
    assert!(!log.contains("sandbox-interaction-token"), "its token");
}

#[test]
fn settings_are_checked_and_mistakes_named_in_one_line() {
    let right = program(&["check-config"], &[]).output().unwrap();
    assert!(right.status.success(), "{}", said(&right));
    assert!(said(&right).contains("a local Discord"));
    let token = ("DISCORD_TOKEN", "x.y.z");
    let right = program(&["check-config"], &[token]).output().unwrap();
    assert!(
        said(&right).contains("plays on Discord"),
        "{}",
        said(&right)
    );
    for (name, value, complaint) in [
        ("DISCORD_TOKN", "x", "there is no setting DISCORD_TOKN"),
        ("HEXPOST_HEALTH_PORT", "none", "choose a port"),
        ("HEXPOST_DEVELOPMENT_SERVER", "home", "no server's number"),
        ("HEXPOST_OPEN_CHALLENGES", "0", "from 1 to 1000"),
        ("HEXPOST_OPEN_CHALLENGES", "many", "from 1 to 1000"),
        ("HEXPOST_COMMANDS_PER_MINUTE", "-1", "from 0 to 1000"),
        ("DISCORD_API_BASE", "discord", "write http://"),
        ("DATABASE_URL", "postgres://x", "write sqlite://"),
        ("RUST_LOG", "=[", "RUST_LOG"),
    ] {
        let output = program(&["check-config"], &[(name, value)])
            .output()
            .unwrap();
        let text = said(&output);
        assert_eq!(output.status.code(), Some(2), "{name}: {text}");
        assert!(text.contains(complaint), "{name}: {text}");
        assert_eq!(text.trim().lines().count(), 1, "{text}");
    }
}

#[test]
fn run_insists_on_a_token_and_on_the_discord_it_was_given() {
    let output = program(&["run"], &[]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("DISCORD_TOKEN is not set"));
    let folder = tempfile::TempDir::new().unwrap();
    let database = format!("sqlite://{}", folder.path().join("x.db").display());
    // Nobody listens there; it must not go to the real one instead.
    let settings = [
        ("DISCORD_TOKEN", "x.y.z"),
        ("DISCORD_API_BASE", "http://127.0.0.1:9"),
        ("DATABASE_URL", database.as_str()),
    ];
    let output = program(&["run"], &settings).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(
        said(&output).contains("can't be reached"),
        "{}",
        said(&output)
    );
}

#[test]
fn the_invitation_is_made_from_the_token() {
    let token = "ODAwMDAwMDAwMDAwMDAwMDAx.X4Yyyy.aaaaaaaaaaaaaaaaaaaaaaaaaaa";
    let output = program(&["invite"], &[("DISCORD_TOKEN", token)])
        .output()
        .unwrap();
    assert!(
        said(&output).contains("client_id=800000000000000001"),
        "{}",
        said(&output)
    );
    let output = program(&["invite"], &[("DISCORD_TOKEN", "nonsense")])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        !said(&output).contains("nonsense"),
        "a token is never shown"
    );
}
