//! The program as a host runs it: settings, health, stopping.

use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::Duration;

use hexpost_sandbox::{ControlAction, Sandbox, SandboxOptions};

use super::super::harness::Harness;
use super::super::program::Program;

/// The program with these settings and an otherwise empty environment.
pub(super) fn program(arguments: &[&str], settings: &[(&str, &str)]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hexpost"));
    command.args(arguments).env_clear().stdin(Stdio::null());
    command.envs(settings.iter().copied());
    command.current_dir(std::env::temp_dir());
    command
}

pub(super) fn said(output: &Output) -> String {
    let text = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    String::from_utf8_lossy(&text).into_owned()
}

/// Starts the program on a harness, and waits until it is connected.
pub(super) async fn started(harness: &Harness, settings: &[(&str, &str)]) -> Program {
    let program = Program::start(harness, settings, || {});
    let come = || harness.sandbox.has_bot().then_some(());
    harness.until("the bot to connect", come).await;
    program
}

/// A port that is free, and that no other test is given. It is below those that the system gives to connections.
pub(super) fn free_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let first = 12_000 + (std::process::id() % 100) as u16 * 200;
    let mut ports = std::iter::repeat_with(|| first + NEXT.fetch_add(1, Ordering::Relaxed));
    let is_free = |port: &u16| std::net::TcpListener::bind(("127.0.0.1", *port)).is_ok();
    ports.by_ref().take(200).find(is_free).expect("a free port")
}

/// An address that is free, and that no other test is given.
pub(crate) fn free_address() -> String {
    format!("127.0.0.1:{}", free_port())
}

/// Waits until `GET /health` responds with this status; returns the body.
async fn healthy(address: &str, status: u16) -> String {
    answers(address, "/health", status).await
}

/// Waits until a path of the endpoint for monitoring responds with this status; returns the body.
pub(super) async fn answers(address: &str, path: &str, status: u16) -> String {
    let mut last = String::new();
    for _ in 0..1000 {
        if let Ok(answer) = reqwest::get(format!("http://{address}{path}")).await {
            let found = answer.status();
            last = answer.text().await.unwrap();
            if found == status {
                return last;
            }
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("no {status}: {last}");
}

/// The program, started with Discord's API at this origin and its log in a file; killed when
/// dropped.
struct Waiting {
    child: std::process::Child,
    folder: tempfile::TempDir,
}

impl Waiting {
    fn start(origin: &str, token: &str, health: &str) -> Self {
        let folder = tempfile::TempDir::new().unwrap();
        let database = format!("sqlite://{}", folder.path().join("x.db").display());
        let settings = [
            ("DISCORD_TOKEN", token),
            ("DISCORD_API_BASE", origin),
            ("HEXPOST_ADMIN_ADDR", health),
            ("DATABASE_URL", database.as_str()),
        ];
        let log = std::fs::File::create(folder.path().join("log")).unwrap();
        // Exceeding the file size limit should be an error, not a signal that ends the program.
        let exec = format!("trap '' XFSZ; exec {} run", env!("CARGO_BIN_EXE_hexpost"));
        let child = Command::new("sh")
            .args(["-c", &exec])
            .env_clear()
            .envs(settings)
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .unwrap();
        Self { child, folder }
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("log")).unwrap()
    }

    fn does(&self, command: &str, arguments: &[&str]) {
        let id = self.child.id().to_string();
        let arguments = arguments.iter().copied().chain([id.as_str()]);
        let done = Command::new(command).args(arguments).status().unwrap();
        assert!(done.success(), "{command}");
    }

    /// Waits until the program has exited.
    async fn ended(&mut self) -> Option<i32> {
        for _ in 0..500 {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code();
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("it is still running: {}", self.log());
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[tokio::test]
async fn without_a_network_the_start_waits_and_logs_it() {
    let token = SandboxOptions::default().token;
    let (port, health) = (free_port(), free_address());
    let origin = format!("http://127.0.0.1:{port}");
    let mut program = Waiting::start(&origin, &token, &health);
    let said = healthy(&health, 503).await;
    assert!(said.contains(r#""database":true"#), "{said}");
    assert!(said.contains(r#""gateway":false"#), "{said}");
    // One line per attempt, with growing pauses.
    for _ in 0..600 {
        if program.log().lines().count() >= 2 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let log = program.log();
    let mut lines = log.lines();
    for pause in ["next try in 1 s", "next try in 2 s"] {
        let line = lines.next().unwrap_or_else(|| panic!("{log}"));
        assert!(line.contains("Discord can't be reached"), "{line}");
        assert!(line.contains(pause), "{line}");
    }
    // Discord becomes available.
    let options = SandboxOptions {
        port,
        ..SandboxOptions::default()
    };
    let sandbox = Sandbox::start(options).await.unwrap();
    healthy(&health, 200).await;
    assert!(sandbox.has_bot());
    program.does("kill", &[]);
    assert_eq!(program.ended().await, Some(0), "{}", program.log());
}

#[tokio::test]
async fn a_waiting_start_can_be_stopped_at_once() {
    let health = free_address();
    let origin = format!("http://127.0.0.1:{}", free_port());
    for signal in ["-TERM", "-INT"] {
        let mut program = Waiting::start(&origin, "x.y.z", &health);
        healthy(&health, 503).await;
        program.does("kill", &[signal]);
        assert_eq!(program.ended().await, Some(0), "{}", program.log());
    }
}

#[tokio::test]
async fn permanent_errors_stop_the_start_at_once() {
    let sandbox = Sandbox::start(SandboxOptions::default()).await.unwrap();
    let health = free_address();
    for (origin, complaint) in [
        (sandbox.origin(), "does not accept DISCORD_TOKEN"),
        ("http://no-such-host.invalid".to_owned(), "DISCORD_API_BASE"),
    ] {
        let mut program = Waiting::start(&origin, "x.y.z", &health);
        assert_eq!(program.ended().await, Some(2), "{}", program.log());
        let log = program.log();
        assert_eq!(log.lines().count(), 1, "{log}");
        assert!(log.contains(complaint), "{log}");
        assert!(!log.contains("x.y.z"), "the log contains the token: {log}");
    }
}

#[tokio::test]
async fn on_a_full_disk_the_health_check_fails() {
    let sandbox = Sandbox::start(SandboxOptions::default()).await.unwrap();
    let health = free_address();
    let program = Waiting::start(&sandbox.origin(), sandbox.token(), &health);
    healthy(&health, 200).await;
    // No file may grow any more, as on a full disk.
    program.does("prlimit", &["--fsize=4096:", "--pid"]);
    let said = healthy(&health, 503).await;
    assert!(said.contains(r#""database":false"#), "{said}");
    assert!(said.contains(r#""gateway":true"#), "{said}");
    program.does("prlimit", &["--fsize=unlimited:", "--pid"]);
    healthy(&health, 200).await;
}

#[tokio::test]
async fn a_host_can_check_health_and_stop_the_bot() {
    let harness = Harness::new().await;
    let address = free_address();
    let settings = [
        ("HEXPOST_ADMIN_ADDR", address.as_str()),
        ("RUST_LOG", "error"),
    ];
    let program = started(&harness, &settings).await;
    let health = healthy(&address, 200).await;
    assert!(health.contains(r#""database":true"#), "{health}");
    assert!(health.contains(r#""gateway":true"#), "{health}");
    program.stops().await;
    harness.finish().await;
}

#[tokio::test]
async fn a_bot_whose_requests_are_refused_is_healthy_but_not_ready() {
    let harness = Harness::unlogged().await;
    let address = free_address();
    let settings = [
        ("HEXPOST_ADMIN_ADDR", address.as_str()),
        ("RUST_LOG", "error"),
    ];
    let program = started(&harness, &settings).await;
    answers(&address, "/readyz", 200).await;
    harness.control(ControlAction::AnswerPage {
        status: 403,
        times: 1000,
        path: Some("/channels/".to_owned()),
    });
    let first = harness.person(hexpost_sandbox::FIRST_PLAYER);
    first
        .types("/challenge game:zertz 37 opponent:@Player 2")
        .await;
    let said = answers(&address, "/readyz", 503).await;
    assert!(said.contains(r#""discord_api":false"#), "{said}");
    assert!(said.contains(r#""gateway":true"#), "{said}");
    healthy(&address, 200).await;
    program.stops().await;
}

#[tokio::test]
async fn a_reset_token_does_not_end_the_program() {
    let harness = Harness::unlogged().await;
    let address = free_address();
    let settings = [
        ("HEXPOST_ADMIN_ADDR", address.as_str()),
        ("RUST_LOG", "error"),
    ];
    let program = started(&harness, &settings).await;
    healthy(&address, 200).await;
    harness.control(ControlAction::RejectToken(true));
    // It keeps running: the host puts a new token into the settings and restarts it.
    let said = healthy(&address, 503).await;
    assert!(said.contains(r#""gateway":false"#), "{said}");
    assert!(said.contains(r#""database":true"#), "{said}");
    tokio::time::sleep(Duration::from_secs(2)).await;
    healthy(&address, 503).await;
    let log = program.stops().await;
    assert!(log.contains("does not accept the token"), "{log}");
}

#[tokio::test]
async fn the_log_contains_no_tokens_or_user_text_at_any_level() {
    let harness = Harness::new().await;
    let much = "trace,serenity::gateway=trace,hyper=trace";
    let program = started(&harness, &[("RUST_LOG", much)]).await;
    let first = harness.person(hexpost_sandbox::FIRST_PLAYER);
    first
        .types("/challenge game:zertz 37 opponent:@Player 2 note:a word in private")
        .await;
    first.sees("a word in private").await;
    let log = program.stops().await;
    assert!(log.contains("connected as"), "the log is empty: {log}");
    assert!(!log.contains(harness.sandbox.token()), "the bot's token");
    assert!(!log.contains("a word in private"), "what people write");
    // The URL of a response contains the interaction's token.
    assert!(!log.contains("/callback"), "tokens of interactions");
    harness.finish().await;
}

#[tokio::test]
async fn a_malformed_interaction_is_logged_without_its_text() {
    let harness = Harness::unlogged().await;
    // Only this target, because libraries may warn about a slow machine.
    let program = started(&harness, &[("RUST_LOG", "hexpost=info")]).await;
    let first = harness.person(hexpost_sandbox::FIRST_PLAYER);
    harness.control(ControlAction::Garble(1));
    let unread = first
        .types_and_leaves("/challenge game:zertz 37 opponent:@Player 2 note:a word in private");
    // Once the next interaction is answered, this one has been processed.
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
fn invalid_settings_are_reported_in_one_line() {
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
        ("HEXPOST_ADMIN_ADDR", "8421", "an IP address and a port"),
        ("HEXPOST_LISTEN", "everywhere", "an IP address and a port"),
        ("HEXPOST_PUBLIC_URL", "http://example.org", "write https://"),
        ("HEXPOST_LOG_FORMAT", "xml", "choose text or json"),
        ("HEXPOST_DEVELOPMENT_SERVER", "home", "no server's number"),
        ("HEXPOST_OPEN_CHALLENGES", "0", "from 1 to 1000"),
        ("HEXPOST_OPEN_CHALLENGES", "many", "from 1 to 1000"),
        ("HEXPOST_COMMANDS_PER_MINUTE", "-1", "from 0 to 1000"),
        ("DISCORD_API_BASE", "discord", "write http://"),
        ("DATABASE_URL", "mysql://x", "write sqlite://"),
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
fn run_requires_a_token() {
    let output = program(&["run"], &[]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("DISCORD_TOKEN is not set"));
}

#[test]
fn the_invite_link_is_derived_from_the_token() {
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

#[tokio::test]
async fn the_former_health_port_still_works_and_says_what_replaces_it() {
    let harness = Harness::new().await;
    let port = free_port().to_string();
    // An empty value counts as not set.
    let settings = [
        ("HEXPOST_HEALTH_PORT", port.as_str()),
        ("HEXPOST_ADMIN_ADDR", ""),
    ];
    let program = started(&harness, &settings).await;
    healthy(&format!("127.0.0.1:{port}"), 200).await;
    let log = program.stops().await;
    let notice = format!("write HEXPOST_ADMIN_ADDR=127.0.0.1:{port} instead");
    assert!(log.contains(&notice), "{log}");
    harness.finish().await;
}

#[tokio::test]
async fn metrics_count_what_people_do() {
    let harness = Harness::new().await;
    let address = free_address();
    let program = started(&harness, &[("HEXPOST_ADMIN_ADDR", &address)]).await;
    assert_eq!(answers(&address, "/livez", 200).await, "alive\n");
    answers(&address, "/readyz", 200).await;
    harness
        .person(hexpost_sandbox::FIRST_PLAYER)
        .types("/challenge game:zertz 37 opponent:@Player 2")
        .await;
    let second = harness.person(hexpost_sandbox::SECOND_PLAYER);
    second.sees("challenges").await;
    second.clicks("1a").await;
    let lines = [
        "hexpost_interactions_total{kind=\"command\",result=\"answered\"} 1",
        "hexpost_interactions_total{kind=\"component\",result=\"answered\"} 1",
        "hexpost_first_answer_seconds_count 2",
        "hexpost_gateway_up{shard=\"0\"} 1",
        "hexpost_ready 1",
        "hexpost_outbox_sent_total{route=\"channel\",result=\"sent\"}",
        "hexpost_build_info{version=",
        "# EOF",
    ];
    // How often depends on what else was going on.
    let some = [
        "hexpost_render_seconds_count",
        "hexpost_database_seconds_count",
    ];
    // An interaction is counted a moment after people see its response.
    let mut text = String::new();
    for _ in 0..1000 {
        text = answers(&address, "/metrics", 200).await;
        let is_written = some
            .iter()
            .all(|name| !text.contains(&format!("{name} 0\n")));
        if is_written && lines.iter().all(|line| text.contains(line)) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    for line in lines {
        assert!(text.contains(line), "{line}\n{text}");
    }
    for name in some {
        assert!(text.contains(&format!("\n{name} ")), "{name}\n{text}");
        assert!(!text.contains(&format!("{name} 0\n")), "{name}\n{text}");
    }
    program.stops().await;
    harness.finish().await;
}

#[tokio::test]
async fn the_log_can_be_json() {
    let harness = Harness::new().await;
    let program = started(&harness, &[("HEXPOST_LOG_FORMAT", "json")]).await;
    let log = program.stops().await;
    let lines: Vec<serde_json::Value> = log
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect();
    let registering = lines.iter().find(|line| {
        let message = line["message"].as_str();
        message.is_some_and(|message| message.starts_with("registering"))
    });
    let registering = registering.unwrap_or_else(|| panic!("{log}"));
    assert_eq!(registering["level"], "INFO");
    assert!(registering["timestamp"].is_string());
    harness.finish().await;
}

#[tokio::test]
async fn systemd_is_told_when_the_bot_is_ready_and_when_it_stops() {
    let harness = Harness::new().await;
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("notify");
    let socket = std::os::unix::net::UnixDatagram::bind(&path).unwrap();
    socket
        .set_read_timeout(Some(Duration::from_secs(30)))
        .unwrap();
    let settings = [
        ("NOTIFY_SOCKET", path.to_str().unwrap()),
        ("WATCHDOG_USEC", "200000"),
    ];
    let program = started(&harness, &settings).await;
    // Until a message contains this; returns everything before it as well.
    let wait_for = |what: &'static str| {
        let socket = socket.try_clone().unwrap();
        tokio::task::spawn_blocking(move || {
            let mut told = String::new();
            while !told.contains(what) {
                let mut buffer = [0; 1024];
                let length = socket.recv(&mut buffer).expect("systemd was told nothing");
                told.push_str(&String::from_utf8_lossy(&buffer[..length]));
                told.push('\n');
            }
            told
        })
    };
    let told = wait_for("READY=1").await.unwrap();
    assert!(told.contains("STATUS=connecting to Discord"), "{told}");
    wait_for("WATCHDOG=1").await.unwrap();
    program.stops().await;
    wait_for("STOPPING=1").await.unwrap();
    harness.finish().await;
}

#[tokio::test]
async fn a_stopping_bot_is_not_ready_and_answers_what_is_open() {
    for is_http in [false, true] {
        let harness = Harness::new().await;
        let (address, listen) = (free_address(), free_address());
        let url = format!("http://{listen}");
        let mut settings = vec![("HEXPOST_ADMIN_ADDR", address.as_str())];
        if is_http {
            settings.push(("HEXPOST_LISTEN", &listen));
            settings.push(("HEXPOST_PUBLIC_URL", &url));
        }
        let program = started(&harness, &settings).await;
        answers(&address, "/readyz", 200).await;
        harness.control(ControlAction::Delay(Duration::from_millis(1500)));
        let first = harness.person(hexpost_sandbox::FIRST_PLAYER);
        let open = first.types_and_leaves("/help");
        tokio::time::sleep(Duration::from_millis(300)).await;
        let stopping = tokio::spawn(program.stops());
        let said = answers(&address, "/readyz", 503).await;
        assert!(said.contains(r#""draining":true"#), "{said}");
        let answered = harness.sandbox.answered(open, Duration::from_secs(10));
        assert!(answered.await.is_some(), "{}", harness.story());
        let log = stopping.await.unwrap();
        assert!(log.contains("answering what is open"), "{log}");
        harness.control(ControlAction::Delay(Duration::ZERO));
        harness.finish().await;
    }
}
