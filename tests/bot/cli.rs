//! The command line: results on standard output, errors in one line on standard error.

use std::io::{BufRead as _, BufReader, Lines, Write};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Output, Stdio};

use serde_json::{Value, json};

fn hexpost(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_hexpost"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program may close its input early, after an error.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

#[track_caller]
fn prints(arguments: &[&str]) -> String {
    let output = hexpost(arguments, b"");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complaint}");
    assert_eq!(complaint, "");
    String::from_utf8(output.stdout).unwrap()
}

#[track_caller]
fn complains(arguments: &[&str], input: &[u8], problem: &str) {
    let output = hexpost(arguments, input);
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{complaint}");
    assert_eq!(complaint.lines().count(), 1, "{complaint}");
    assert!(complaint.contains(problem), "{complaint}");
}

fn trace(game: &str, variant: &str, input: &str) -> Vec<Value> {
    let output = hexpost(&["engine", "trace", game, variant], input.as_bytes());
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let lines = String::from_utf8(output.stdout).unwrap();
    lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn help_names_every_command() {
    let help = prints(&["--help"]);
    for word in [
        "run", "doctor", "endpoint", "sandbox", "engine", "render", "backup",
    ] {
        assert!(help.contains(word), "{help}");
    }
    let help = prints(&["engine", "--help"]);
    for word in [
        "perft", "legal", "show", "trace", "random", "playouts", "best", "solve", "protocol",
        "match", "selfplay", "fit",
    ] {
        assert!(help.contains(word), "{help}");
    }
    assert!(prints(&["--version"]).starts_with("hexpost "));
    assert!(prints(&["engine", "legal", "--help"]).contains("VARIANT"));
}

#[test]
fn perft_prints_one_number() {
    assert_eq!(prints(&["engine", "perft", "zertz", "37", "1"]), "1944\n");
    assert_eq!(prints(&["engine", "perft", "zertz", "37", "0"]), "1\n");
    assert_eq!(
        prints(&["engine", "perft", "tzaar", "fixed", "2"]),
        "260556\n"
    );
    assert_eq!(
        prints(&["engine", "perft", "tzaar", "fixed", "2", "--half"]),
        "1797\n"
    );
    let late = [
        "engine",
        "perft",
        "zertz",
        "48-tournament",
        "1",
        "Wd4-a1",
        "Wd5-a2",
    ];
    assert_eq!(prints(&late), "2582\n");
}

#[test]
fn legal_lists_sorted_canonical_turns() {
    assert_eq!(
        prints(&["engine", "legal", "zertz", "37", "Wd4-a1", "gd5,b1"]),
        "xd4d6\nxd5d3\n"
    );
    let all = prints(&["engine", "legal", "tzaar", "fixed"]);
    let turns: Vec<&str> = all.lines().collect();
    assert_eq!(turns.len(), 42);
    assert!(turns.is_sorted());
    // A turn of two parts is a single argument.
    let after = prints(&["engine", "legal", "tzaar", "fixed", "d3xd4", "c4xd5 e5+e6"]);
    assert!(after.lines().count() > 1000);
}

#[test]
fn show_draws_the_board_or_prints_json() {
    let shown = prints(&["engine", "show", "zertz", "37", "Wd4-a1"]);
    assert!(
        shown.contains("to move: second (1734 legal turns)"),
        "{shown}"
    );
    assert!(shown.contains("pool: 5 white, 8 grey, 10 black"), "{shown}");
    assert!(
        shown.contains("code: zertz 37 .3/5/6/3W3/6/5/4 5,8,10 0,0,0 0,0,0 second"),
        "{shown}"
    );
    let json: Value = serde_json::from_str(&prints(&[
        "engine", "show", "zertz", "37", "Wd4-a1", "--json",
    ]))
    .unwrap();
    assert_eq!(json["ply"], 1);
    assert_eq!(json["legal_count"], 1734);
    assert_eq!(json["position"]["marbles"]["white"], json!(["d4"]));
    assert_eq!(
        json["position"]["pool"],
        json!({"white": 5, "grey": 8, "black": 10})
    );
    let json: Value =
        serde_json::from_str(&prints(&["engine", "show", "tzaar", "fixed", "--json"])).unwrap();
    assert_eq!(
        json["position"]["stacks"][0],
        json!({"at": "a1", "side": "second", "kind": "tott", "height": 1})
    );
}

#[test]
fn trace_prints_a_line_for_the_start_and_after_each_turn() {
    let output = hexpost(&["engine", "trace", "zertz", "37"], b"");
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        "{\"ply\":0,\"to_move\":\"first\",\"legal_count\":1944,\"legal_fnv\":\"bb9b84914000d409\",\
         \"outcome\":null}\n"
    );
    let lines = trace("zertz", "37", "Wd4-a1\nGd5-b1\n");
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[2]["ply"], 2);
    assert_eq!(lines[2]["to_move"], "first");
    assert_eq!(lines[2]["legal_count"], 2);
    // FNV-1a of "xd4d6\nxd5d3\n".
    let hash = b"xd4d6\nxd5d3\n"
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        });
    assert_eq!(lines[2]["legal_fnv"], format!("{hash:016x}"));
}

#[test]
fn in_a_trace_an_empty_line_starts_a_new_game() {
    let lines = trace("tzaar", "fixed", "d3xd4\r\n\r\nd5xd4\n");
    let plies: Vec<_> = lines
        .iter()
        .map(|line| line["ply"].as_u64().unwrap())
        .collect();
    assert_eq!(plies, [0, 1, 0, 1]);
}

#[test]
fn a_traced_game_ends_with_its_outcome_and_no_legal_turns() {
    let record = prints(&[
        "engine", "random", "tzaar", "fixed", "--seed", "5", "--json",
    ]);
    let record: Value = serde_json::from_str(&record).unwrap();
    let turns: Vec<&str> = record["turns"]
        .as_array()
        .unwrap()
        .iter()
        .map(|t| t.as_str().unwrap())
        .collect();
    let lines = trace("tzaar", "fixed", &turns.join("\n"));
    let last = lines.last().unwrap();
    assert_eq!(last["legal_count"], 0);
    assert_eq!(last["legal_fnv"], "cbf29ce484222325");
    assert_eq!(last["outcome"]["winner"], record["ending"]["winner"]);
    assert_eq!(last["outcome"]["reason"], record["ending"]["how"]);
}

#[test]
fn random_games_are_records_and_the_same_for_the_same_seed() {
    let arguments = [
        "engine", "random", "zertz", "37-blitz", "--seed", "9", "--games", "3",
    ];
    let text = prints(&arguments);
    assert_eq!(text, prints(&arguments));
    assert_eq!(text.matches("[Game \"zertz\"]").count(), 3);
    let other = [
        "engine", "random", "zertz", "37-blitz", "--seed", "10", "--games", "3",
    ];
    assert_ne!(text, prints(&other));
}

#[test]
fn playouts_print_a_rate() {
    let text = prints(&["engine", "playouts", "zertz", "37", "--games", "50"]);
    assert!(text.starts_with("50 games"), "{text}");
    assert!(text.contains("games a second"), "{text}");
}

#[test]
fn invalid_input_is_reported_in_one_line_with_its_position() {
    complains(
        &["engine", "perft", "chess", "37", "1"],
        b"",
        "no game \"chess\"",
    );
    complains(
        &["engine", "perft", "zertz", "38", "1"],
        b"",
        "no ZÈRTZ board \"38\"",
    );
    complains(
        &["engine", "perft", "zertz", "40-blitz", "1"],
        b"",
        "not on 40",
    );
    complains(
        &["engine", "perft", "zertz", "37", "x"],
        b"",
        "invalid value 'x'",
    );
    complains(
        &["engine", "perft", "zertz", "37", "1", "--half"],
        b"",
        "no half-moves",
    );
    complains(
        &["engine", "perft", "zertz"],
        b"",
        "required arguments were not provided",
    );
    complains(&["engine", "dance"], b"", "unrecognized subcommand 'dance'");
    complains(
        &["engine", "legal", "zertz", "37", "Wd4-a1", "Wd4-b1"],
        b"",
        "turn 2, \"Wd4-b1\"",
    );
    complains(&["engine", "legal", "tzaar", "setup:ZZ"], b"", "60 letters");
    complains(&["engine", "random", "tzaar", "fixed"], b"", "--seed");
    complains(
        &["engine", "trace", "zertz", "37"],
        b"Wd4-a1\nWd4-a1\n",
        "line 2: \"Wd4-a1\": illegal",
    );
    complains(
        &["engine", "trace", "zertz", "37"],
        b"Wd4-a1\n\xff\xfe\n",
        "line 2",
    );
    complains(
        &["engine", "trace", "zertz", "37"],
        "x".repeat(100_000).as_bytes(),
        "too long to be a turn",
    );
}

#[test]
fn input_before_an_error_is_processed() {
    let output = hexpost(&["engine", "trace", "zertz", "37"], b"Wd4-a1\njunk\n");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 2);
}

/// A folder that is removed when dropped.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("hexpost-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn render_draws_a_position_as_a_png() {
    let folder = Folder::new("render");
    let file = folder.file("board.png");
    let looks: [&[&str]; 5] = [
        &[],
        &["--theme", "dark", "--size", "small", "--flip"],
        &["--names", "White,Black"],
        &["--steps", "", "--crop"],
        &["--steps", "xd4d6", "--crop"],
    ];
    for look in &looks[..4] {
        let start = ["render", "zertz", "37", "Wd4-a1", "Gd5-b1", "-o", &file];
        prints(&[&start, *look].concat());
        let bytes = std::fs::read(&file).unwrap();
        assert!(bytes.starts_with(b"\x89PNG"));
        std::fs::remove_file(&file).unwrap();
    }
    let start = ["render", "zertz", "37", "-o", &file];
    complains(
        &[&start, looks[4]].concat(),
        b"",
        "a step is a letter, a cell of this board",
    );
    assert!(!Path::new(&file).exists());
}

#[test]
fn replay_draws_a_record_as_a_gif() {
    let folder = Folder::new("replay");
    let (record, file) = (folder.file("game.txt"), folder.file("game.gif"));
    std::fs::write(
        &record,
        prints(&["engine", "random", "tzaar", "fixed", "--seed", "2"]),
    )
    .unwrap();
    prints(&[
        "replay", &record, "-o", &file, "--theme", "contrast", "--banner", "The end",
    ]);
    assert!(std::fs::read(&file).unwrap().starts_with(b"GIF89a"));
    std::fs::write(&record, "no record").unwrap();
    complains(
        &["replay", &record, "-o", &file],
        b"",
        "the header Rules is missing",
    );
    std::fs::write(&record, [0xff, 0xfe]).unwrap();
    complains(&["replay", &record, "-o", &file], b"", "no UTF-8 text");
}

#[test]
fn invalid_input_for_pictures_is_reported_in_one_line() {
    let folder = Folder::new("bad");
    let file = folder.file("board.png");
    complains(&["render", "zertz", "37"], b"", "--output");
    complains(&["render"], b"", "required arguments");
    complains(
        &["render", "zertz", "37", "-o", &file, "--theme", "pink"],
        b"",
        "no theme \"pink\"",
    );
    complains(
        &["render", "zertz", "37", "-o", &file, "--size", "vast"],
        b"",
        "no size \"vast\"",
    );
    complains(
        &["render", "zertz", "37", "-o", &file, "--steps", "W d4 d5"],
        b"",
        "no legal turn",
    );
    complains(
        &["render", "zertz", "37", "Wd4-d5", "-o", &file],
        b"",
        "d5 is not free",
    );
    let nowhere = folder.file("no/such/folder.png");
    complains(
        &["render", "zertz", "37", "-o", &nowhere],
        b"",
        "No such file",
    );
    complains(
        &["replay", &folder.file("none.txt"), "-o", &file],
        b"",
        "No such file",
    );
}

/// The program, started without a token on its own database.
struct Started {
    child: Child,
    out: Lines<BufReader<ChildStdout>>,
}

impl Started {
    fn new(arguments: &[&str], folder: &Path) -> Self {
        let database = format!("sqlite://{}", folder.join("sandbox.db").display());
        let mut child = Command::new(env!("CARGO_BIN_EXE_hexpost"))
            .args(arguments)
            .env_remove("DISCORD_TOKEN")
            .env_remove("HEXPOST_SANDBOX_LOG")
            .env("HEXPOST_SANDBOX_DATABASE", database)
            .env("RUST_LOG", "error")
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let out = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, out }
    }

    /// The address that the program prints.
    fn address(&mut self) -> String {
        let line = self
            .out
            .next()
            .expect("the program printed nothing")
            .unwrap();
        let address = line.strip_prefix("Open ");
        address.unwrap_or_else(|| panic!("{line:?}")).to_owned()
    }

    /// Asks the program to stop, as a shutdown does.
    fn stop(mut self) {
        let id = self.child.id().to_string();
        Command::new("kill").arg(id).status().unwrap();
        assert!(self.child.wait().unwrap().success());
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

async fn get(address: String) -> String {
    let answer = reqwest::get(address).await.unwrap();
    assert_eq!(answer.status(), 200);
    answer.text().await.unwrap()
}

async fn post(address: String, form: &Value) {
    let client = reqwest::Client::new().post(address);
    let client = client.header("content-type", "application/json");
    let answer = client.body(form.to_string()).send().await.unwrap();
    assert_eq!(answer.status(), 200);
}

#[tokio::test]
async fn without_a_token_a_local_discord_is_started_and_its_world_persists() {
    let folder = tempfile::TempDir::new().unwrap();
    let mut program = Started::new(&["sandbox", "--port", "0"], folder.path());
    let address = program.address();
    assert!(address.starts_with("http://127.0.0.1:"), "{address}");
    assert!(get(address.clone()).await.contains("<title>"));
    let player = hexpost_sandbox::FIRST_PLAYER;
    let games = hexpost_sandbox::GAMES;
    let commands = get(format!(
        "{address}/sandbox/commands?as={player}&channel={games}"
    ))
    .await;
    assert!(commands.contains("challenge"), "{commands}");
    let form = json!({ "as": player.to_string(), "do": "say", "channel_id": games.to_string(), "content": "kept" });
    post(format!("{address}/sandbox/do"), &form).await;
    program.stop();

    let messages =
        |address: &str| format!("{address}/sandbox/messages?as={player}&channel={games}");
    // A killed process loses nothing either.
    let mut program = Started::new(&["sandbox", "--port", "0"], folder.path());
    let address = program.address();
    assert!(get(messages(&address)).await.contains("kept"));
    drop(program);
    let mut program = Started::new(&["sandbox", "--port", "0", "--without-bot"], folder.path());
    let address = program.address();
    assert!(get(messages(&address)).await.contains("kept"));
    let line = program
        .out
        .next()
        .expect("the program printed nothing")
        .unwrap();
    assert!(line.contains("token"), "{line}");
    program.stop();
    let mut program = Started::new(&["sandbox", "--port", "0", "--reset"], folder.path());
    let address = program.address();
    assert_eq!(get(messages(&address)).await, "[]");
    program.stop();
    // The database for running with a token was never touched.
    assert!(!folder.path().join("data").exists());
}

#[tokio::test]
async fn the_local_discord_can_deliver_over_http() {
    let folder = tempfile::TempDir::new().unwrap();
    let mut program = Started::new(&["sandbox", "--port", "0", "--http"], folder.path());
    let address = program.address();
    let (player, games) = (hexpost_sandbox::FIRST_PLAYER, hexpost_sandbox::GAMES);
    let seen = format!("as={player}&channel={games}");
    let commands = get(format!("{address}/sandbox/commands?{seen}")).await;
    let commands: Vec<Value> = serde_json::from_str(&commands).unwrap();
    let help = commands.iter().find(|form| form["name"] == "help");
    let form = json!({
        "as": player.to_string(), "do": "command", "channel_id": games.to_string(),
        "command_id": help.expect("a command")["id"], "options": [],
    });
    post(format!("{address}/sandbox/do"), &form).await;
    let mut wire = String::new();
    for _ in 0..600 {
        wire = get(format!("{address}/sandbox/wire")).await;
        if wire.contains("/callback") {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    let wire: Value = serde_json::from_str(&wire).unwrap();
    let lines = wire["lines"].as_array().unwrap();
    assert!(lines.iter().all(|line| line["what"] != "frame"), "{wire}");
    let sent = lines
        .iter()
        .find(|line| line["title"] == "POST /interactions");
    assert_eq!(sent.expect("no interaction was sent")["status"], 202);
    assert!(wire.to_string().contains("/callback"), "{wire}");
    program.stop();
    // Afterwards it works with the gateway again.
    let mut program = Started::new(&["sandbox", "--port", "0"], folder.path());
    program.address();
    program.stop();
}

#[tokio::test]
async fn the_bot_uses_the_clock_of_the_local_discord() {
    let folder = tempfile::TempDir::new().unwrap();
    let mut program = Started::new(&["sandbox", "--port", "0"], folder.path());
    let address = program.address();
    let (player, games) = (hexpost_sandbox::FIRST_PLAYER, hexpost_sandbox::GAMES);
    let seen = format!("as={player}&channel={games}");
    let commands = get(format!("{address}/sandbox/commands?{seen}")).await;
    let commands: Vec<Value> = serde_json::from_str(&commands).unwrap();
    let challenge = commands.iter().find(|form| form["name"] == "challenge");
    let form = json!({
        "as": player.to_string(), "do": "command", "channel_id": games.to_string(),
        "command_id": challenge.expect("a command")["id"],
        "options": [{ "name": "game", "type": 3, "value": "zertz 37" }],
    });
    post(format!("{address}/sandbox/do"), &form).await;
    let until = async |address: &str, words: &str| {
        let messages = format!("{address}/sandbox/messages?{seen}");
        let mut all = String::new();
        for _ in 0..600 {
            all = get(messages.clone()).await;
            if all.contains(words) {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        panic!("no {words:?} in {all}");
    };
    until(&address, "Expires").await;
    let form = json!({ "do": "advance", "seconds": 8 * 24 * 60 * 60 });
    post(format!("{address}/sandbox/misbehave"), &form).await;
    until(&address, "nobody answered your challenge in time").await;
    program.stop();
    // After a restart the clock isn't set back.
    let mut program = Started::new(&["sandbox", "--port", "0"], folder.path());
    let address = program.address();
    let faults = get(format!("{address}/sandbox/faults")).await;
    let faults: Value = serde_json::from_str(&faults).unwrap();
    let ahead = faults["clock_ahead_ms"].as_i64().unwrap();
    assert!(ahead > 7 * 24 * 60 * 60 * 1000, "{ahead}");
    program.stop();
}

/// Checks that the program refuses to start because the files are in use, with one line.
fn is_in_use(arguments: &[&str], folder: &Path) {
    let database = format!("sqlite://{}", folder.join("sandbox.db").display());
    let output = Command::new(env!("CARGO_BIN_EXE_hexpost"))
        .args(arguments)
        .env_remove("DISCORD_TOKEN")
        .env("HEXPOST_SANDBOX_DATABASE", database)
        .current_dir(folder)
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    assert!(said.contains("in use"), "{arguments:?}: {said}");
}

#[tokio::test]
async fn a_second_sandbox_leaves_the_files_of_the_first_alone() {
    let folder = tempfile::TempDir::new().unwrap();
    let (player, games) = (hexpost_sandbox::FIRST_PLAYER, hexpost_sandbox::GAMES);
    let says = async |address: &str, content: &str| {
        let form = json!({ "as": player.to_string(), "do": "say", "channel_id": games.to_string(), "content": content });
        post(format!("{address}/sandbox/do"), &form).await;
    };
    let messages =
        |address: &str| format!("{address}/sandbox/messages?as={player}&channel={games}");
    for first in [
        &["sandbox", "--port", "0"][..],
        &["sandbox", "--port", "0", "--without-bot"],
    ] {
        let mut program = Started::new(first, folder.path());
        let address = program.address();
        says(&address, "before").await;
        for more in [&[][..], &["--reset"], &["--without-bot"]] {
            is_in_use(&[&["sandbox", "--port", "0"], more].concat(), folder.path());
        }
        says(&address, "after").await;
        // Killed, so that only what is in the files can survive.
        drop(program);
        let mut program = Started::new(&["sandbox", "--port", "0"], folder.path());
        let kept = get(messages(&program.address())).await;
        assert!(kept.contains("before") && kept.contains("after"), "{kept}");
        program.stop();
        let mut program = Started::new(&["sandbox", "--port", "0", "--reset"], folder.path());
        assert_eq!(get(messages(&program.address())).await, "[]");
        program.stop();
    }
    // The world contains what people write, so only its owner may read it.
    let world = std::fs::metadata(folder.path().join("sandbox.world")).unwrap();
    assert_eq!(world.permissions().mode() & 0o777, 0o600);
}

#[test]
fn best_prints_a_legal_turn_first_and_the_same_every_time() {
    let arguments = ["engine", "best", "tzaar", "fixed", "--nodes", "3000"];
    let one = prints(&arguments);
    assert_eq!(one, prints(&arguments));
    let legal = prints(&["engine", "legal", "tzaar", "fixed"]);
    assert!(
        legal.lines().any(|turn| one.lines().next() == Some(turn)),
        "{one}"
    );
    let json = prints(&[
        "engine", "best", "zertz", "37", "Wd4-a1", "Gd5-b1", "--nodes", "2000", "--lines", "2",
        "--json",
    ]);
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["lines"].as_array().unwrap().len(), 2);
    assert_eq!(json["turn"], json["line"][0]);
    for key in ["score", "depth", "nodes"] {
        assert!(json[key].is_number(), "{json}");
    }
}

#[test]
fn solve_names_all_winning_turns_or_says_unknown() {
    let start = ["engine", "solve", "zertz", "37", "--nodes", "200"];
    assert_eq!(prints(&start), "unknown\n");
    let json = prints(&[
        "engine", "solve", "tzaar", "fixed", "--nodes", "200", "--json",
    ]);
    assert_eq!(json, "{\"result\":\"unknown\"}\n");
}

#[test]
fn the_protocol_answers_every_line() {
    let input = "new tzaar fixed\nturns d3xd4; c4xd5 e5+e6\ngo nodes 2000\n\
                 position zertz 37 4/5/6/1BW4/6/5/4 2,8,9 3,0,0 0,0,0 first\ngo depth 2 lines 2\n\
                 ready\nshow\nfoo\nnew\nnew chess 960\nposition 7\nturns Wd4\ngo nodes\ngo nodes x\n\
                 go level 9\n\u{fffd}\n\nquit\n";
    let output = hexpost(&["engine", "protocol"], input.as_bytes());
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let best: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("best "))
        .collect();
    assert_eq!(best.len(), 2, "{text}");
    assert_eq!(best[1], "xd2d4");
    assert!(text.contains("\nready\nposition zertz 37 "), "{text}");
    let errors = text
        .lines()
        .filter(|line| line.starts_with("error "))
        .count();
    assert_eq!(errors, 9, "{text}");
    let known = ["info ", "best ", "error ", "ready", "position "];
    for line in text.lines() {
        assert!(known.iter().any(|word| line.starts_with(word)), "{line}");
    }
}

#[test]
fn the_protocol_survives_anything() {
    let long = "turns ".to_owned() + &"Wd4-a1; ".repeat(200_000);
    let lines: [&[u8]; 12] = [
        b"go time 0",
        b"go nodes 0 lines 0 depth 0",
        b"go nodes 99999999999999999999",
        b"go time -5",
        b"go level strongest seed 18446744073709551615 nodes 300",
        b"go lines 18446744073709551615 nodes 300 level 1",
        b"turns ;;;|||",
        b"position tzaar ...../....../......./......../......../......../......./....../TRZtr first",
        b"go nodes 100",
        b"\xff\xfe\x00 new zertz 37",
        b"new tzaar random:18446744073709551615",
        long.as_bytes(),
    ];
    let mut input = lines.join(&b'\n');
    input.extend_from_slice(b"\nnew zertz 61-tournament\ngo nodes 300\nready\nquit\n");
    let output = hexpost(&["engine", "protocol"], &input);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}");
    assert!(text.ends_with("ready\n"), "{text}");
    let count = |start: &str| text.lines().filter(|line| line.starts_with(start)).count();
    assert_eq!((count("best "), count("error ")), (5, 6), "{text}");
}

#[test]
fn the_protocol_stops_a_search() {
    let input =
        "new zertz 61\ngo depth 60\nstop\nnew tzaar fixed\ngo time 4000000000\nstop\nready\n";
    let output = hexpost(&["engine", "protocol"], input.as_bytes());
    let text = String::from_utf8(output.stdout).unwrap();
    let best = text.lines().filter(|line| line.starts_with("best "));
    assert_eq!(best.count(), 2, "{text}");
    assert!(text.ends_with("ready\n"), "{text}");
}

#[test]
fn a_technique_can_be_left_out_and_weights_can_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let weights = folder.path().join("weights");
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/engine/tzaar.txt");
    std::fs::copy(shipped, &weights).unwrap();
    let answer = |arguments: &[&str], game: &str| {
        let input = format!("new {game}\ngo nodes 20000\nquit\n");
        let arguments = [&["engine", "protocol"], arguments].concat();
        String::from_utf8(hexpost(&arguments, input.as_bytes()).stdout).unwrap()
    };
    let usual = answer(&[], "tzaar fixed");
    let weights = weights.to_str().unwrap();
    assert_eq!(answer(&["--weights", weights], "tzaar fixed"), usual);
    assert!(answer(&["--weights", weights], "zertz 37").starts_with("error "));
    for technique in ["table", "ordering", "fit"] {
        let other = answer(&["--without", technique], "tzaar fixed");
        assert_ne!(other, usual, "{technique}");
        assert!(other.contains("\nbest "), "{other}");
    }
    let usual = answer(&[], "zertz 37\nturns Wd4-a1; Gd5-b1");
    for technique in ["reductions", "gifts", "extensions"] {
        let other = answer(&["--without", technique], "zertz 37\nturns Wd4-a1; Gd5-b1");
        assert_ne!(other, usual, "{technique}");
    }
    let random = answer(&["--random"], "zertz 37");
    assert!(random.starts_with("best "), "{random}");
}

#[test]
fn a_match_survives_programs_that_misbehave() {
    let ours = format!("{} engine protocol", env!("CARGO_BIN_EXE_hexpost"));
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let run = |second: &str, games: &str| -> Value {
        let json = prints(&[
            "engine",
            "match",
            "zertz",
            "37",
            "--first",
            &ours,
            "--second",
            second,
            "--games",
            games,
            "--time",
            "20",
            "--json",
            "--log",
            log.to_str().unwrap(),
        ]);
        serde_json::from_str(&json).unwrap()
    };
    // It answers at once, but not with a turn.
    let illegal = "sh -c 'while read line; do echo best e9; done'";
    let result = run(illegal, "2");
    assert_eq!(
        (&result["wins"], &result["losses"]),
        (&2.into(), &0.into()),
        "{result}"
    );
    assert_eq!(result["faults"].as_array().unwrap().len(), 2);
    assert_eq!(std::fs::read_to_string(&log).unwrap().lines().count(), 2);
    // The games in the log are not played again.
    let result = run(illegal, "4");
    assert_eq!(result["games"], 4);
    assert_eq!(std::fs::read_to_string(&log).unwrap().lines().count(), 4);
    std::fs::remove_file(&log).unwrap();
    let result = run("false", "2");
    assert_eq!(result["wins"], 2, "{result}");
}

#[test]
fn the_search_for_puzzles_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, parts] = ["whole.txt", "parts.txt"].map(|name| folder.path().join(name));
    let run = |path: &Path, games: &str, seed: &str| {
        let path = path.to_str().unwrap();
        let arguments = [
            "engine",
            "puzzles",
            "--game",
            "tzaar",
            "--variants",
            "fixed,random",
            "--seed",
            seed,
            "--nodes",
            "300",
            "--proof",
            "300",
            "--games",
            games,
            "--out",
            path,
        ];
        hexpost(&arguments, b"")
    };
    let read = |path: &Path| std::fs::read_to_string(path).unwrap();
    assert!(run(&whole, "12", "4").status.success());
    for games in ["5", "5", "12"] {
        assert!(run(&parts, games, "4").status.success());
    }
    let text = read(&whole);
    assert_eq!(text, read(&parts));
    let mut lines = text.lines();
    assert!(
        lines
            .next()
            .unwrap()
            .starts_with("# hexpost engine puzzles --game tzaar")
    );
    assert_eq!(lines.next(), Some("# games 12"));
    // The file of another command is left alone, as is one that is damaged.
    assert_eq!(run(&parts, "13", "5").status.code(), Some(2));
    std::fs::write(&parts, format!("{text}nonsense\n")).unwrap();
    assert_eq!(run(&parts, "13", "4").status.code(), Some(2));
    assert_eq!(read(&parts), format!("{text}nonsense\n"));
}

#[test]
fn puzzles_that_are_equal_by_symmetry_are_kept_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("puzzles.txt");
    let head =
        "# hexpost engine puzzles --game tzaar --variants fixed --seed 1 --nodes 300 --proof 300";
    let puzzle = "2|235|0|2|tzaar r.z5.T/.....t/zZ2.t.../R...R3..t/T......T/t2.R2...../......./t....t/zTtT2r first\
                  |c2xc1 f3xf1|i2xi1 c2xc1";
    std::fs::write(&path, format!("{head}\n# games 7\n{puzzle}\n{puzzle}\n")).unwrap();
    let out = prints(&[
        "engine",
        "puzzles",
        "--game",
        "tzaar",
        "--variants",
        "fixed",
        "--seed",
        "1",
        "--nodes",
        "300",
        "--proof",
        "300",
        "--games",
        "7",
        "--out",
        path.to_str().unwrap(),
    ]);
    assert!(out.starts_with("1 puzzles from 7 games"), "{out}");
}
