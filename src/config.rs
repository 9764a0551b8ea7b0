//! The configuration: the only reader of the environment and of `.env`.

use std::env;
use std::net::{Ipv4Addr, SocketAddr};
use std::num::NonZeroU16;
use std::path::PathBuf;
use std::time::Duration;

/// The default database file.
const DATABASE: &str = "data/hexpost.db";

/// The default database file for the local Discord. It is never the one that is used with a token.
const SANDBOX: &str = "data/sandbox.db";

/// The file with settings, in the working directory.
const FILE: &str = ".env";

/// The default address for monitoring.
const ADMIN: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(Ipv4Addr::LOCALHOST), 8421);

/// The default address for interactions over HTTP.
const LISTEN: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(Ipv4Addr::LOCALHOST), 8422);

/// Maximum of vacation days per year.
const MAX_VACATION: u16 = 366;

/// Maximum length of a lease: for about that long nothing is delivered after a process was killed.
const MAX_LEASE_SECONDS: u64 = 60;

/// Where the database is.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Database {
    /// An SQLite file.
    File(PathBuf),
    /// A database on a PostgreSQL server, by its URL.
    Server(String),
}

/// The configuration of the bot.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Config {
    /// The database.
    pub(crate) database: Database,
    /// Maximum number of connections to PostgreSQL for reading, and for writing, if not the default.
    pub(crate) connections: Option<usize>,
    /// How long a lease lasts without being renewed, if not the default.
    pub(crate) lease: Option<Duration>,
    /// The bot's token; `None` to run on the local Discord.
    pub(crate) token: Option<String>,
    /// A server on which commands are registered immediately, for development.
    pub(crate) development_server: Option<u64>,
    /// The base address of Discord's REST API, if it is a proxy or a local Discord.
    pub(crate) api_base: Option<String>,
    /// Where monitoring is served.
    pub(crate) admin: AdminAddress,
    /// The address by which Discord reaches the bot, if it takes interactions over HTTP.
    pub(crate) public_url: Option<String>,
    /// The address on which interactions are taken over HTTP.
    pub(crate) listen: SocketAddr,
    /// How log entries are written.
    pub(crate) log_format: LogFormat,
    /// A notice about a setting that will go away.
    pub(crate) deprecated: Option<String>,
    /// Vacation days per player and year, if not the default.
    pub(crate) vacation_days: Option<u16>,
    /// Maximum number of open challenges per player, if not the default.
    pub(crate) open_challenges: Option<usize>,
    /// Maximum number of running games against the computer per player, if not the default.
    pub(crate) computer_games: Option<usize>,
    /// The number of threads on which the computer thinks, if not the default.
    pub(crate) computer_threads: Option<usize>,
    /// Maximum number of commands per user and minute, if not the default; 0 for no limit.
    pub(crate) commands_per_minute: Option<usize>,
    /// Maximum number of requests to Discord per second, if not the default.
    pub(crate) requests_per_second: Option<usize>,
    /// The log filter.
    pub(crate) log: Option<String>,
    /// The database file for the local Discord.
    pub(crate) sandbox: PathBuf,
    /// The file in which the local Discord records all requests and responses.
    pub(crate) sandbox_log: Option<PathBuf>,
}

/// Where monitoring is served.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AdminAddress {
    /// At the default address, if nobody else uses it.
    Default(SocketAddr),
    /// At this address.
    Set(SocketAddr),
    /// Nowhere.
    Off,
}

/// How log entries are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LogFormat {
    /// For people.
    Text,
    /// One JSON object per line.
    Json,
}

/// Reads the environment, and for variables that are not set, `.env` in the working directory.
///
/// An error is one line that says what to do.
pub(crate) fn read() -> Result<Config, String> {
    let file = file()?;
    let set: Vec<String> = env::vars_os()
        .filter_map(|(name, _)| name.into_string().ok())
        .collect();
    // The environment has variables of other programs; the file is only ours.
    let ours = |name: &&str| name.starts_with("HEXPOST_") || name.starts_with("DISCORD_");
    let set = set.iter().map(String::as_str).filter(ours);
    let written = file.iter().map(|(name, _)| name.as_str());
    if let Some(name) = unknown(set.chain(written)) {
        return Err(format!("there is no setting {name}: see .env.example"));
    }
    let setting = |name: &str| {
        let found = match env::var(name) {
            Ok(value) => Some(value),
            Err(env::VarError::NotPresent) => {
                let line = file.iter().find(|(key, _)| key == name);
                line.map(|(_, value)| value.clone())
            }
            Err(env::VarError::NotUnicode(_)) => return Err(format!("{name} is no readable text")),
        };
        Ok(found.filter(|value| !value.trim().is_empty()))
    };
    let database = match setting("DATABASE_URL")? {
        Some(url) => database_of("DATABASE_URL", &url)?,
        None => Database::File(PathBuf::from(DATABASE)),
    };
    let sandbox = match setting("HEXPOST_SANDBOX_DATABASE")? {
        Some(url) => file_of("HEXPOST_SANDBOX_DATABASE", &url)?,
        None => PathBuf::from(SANDBOX),
    };
    let connections = count(
        "HEXPOST_DATABASE_CONNECTIONS",
        setting("HEXPOST_DATABASE_CONNECTIONS")?,
        1,
    )?;
    if database == Database::File(sandbox.clone()) {
        return Err("HEXPOST_SANDBOX_DATABASE is DATABASE_URL: choose another file".to_owned());
    }
    let token = setting("DISCORD_TOKEN")?.map(|token| token.trim().to_owned());
    let development_server = match setting("HEXPOST_DEVELOPMENT_SERVER")? {
        Some(text) => Some(text.trim().parse().map_err(|_| {
            "HEXPOST_DEVELOPMENT_SERVER is no server's number: copy the server's ID from Discord"
                .to_owned()
        })?),
        None => None,
    };
    let log = setting("RUST_LOG")?;
    let api_base = match setting("DISCORD_API_BASE")? {
        Some(base) => Some(address(&base)?),
        None => None,
    };
    let serving = serving(&setting)?;
    let limits = limits(&setting)?;
    let requests_per_second = count(
        "HEXPOST_REQUESTS_PER_SECOND",
        setting("HEXPOST_REQUESTS_PER_SECOND")?,
        1,
    )?;
    let lease = lease(setting("HEXPOST_LEASE_SECONDS")?)?;
    Ok(Config {
        database,
        connections,
        lease,
        token,
        development_server,
        api_base,
        admin: serving.admin,
        public_url: serving.public_url,
        listen: serving.listen,
        log_format: serving.log_format,
        deprecated: serving.deprecated,
        vacation_days: limits.vacation_days,
        open_challenges: limits.open_challenges,
        computer_games: limits.computer_games,
        computer_threads: limits.computer_threads,
        commands_per_minute: limits.commands_per_minute,
        requests_per_second,
        log,
        sandbox,
        sandbox_log: setting("HEXPOST_SANDBOX_LOG")?.map(PathBuf::from),
    })
}

/// The settings for what the bot serves and logs.
struct Serving {
    admin: AdminAddress,
    public_url: Option<String>,
    listen: SocketAddr,
    log_format: LogFormat,
    deprecated: Option<String>,
}

fn serving(setting: &impl Fn(&str) -> Result<Option<String>, String>) -> Result<Serving, String> {
    let health_port = match setting("HEXPOST_HEALTH_PORT")? {
        Some(port) => Some(port.trim().parse().map(NonZeroU16::get).map_err(|_| {
            format!("HEXPOST_HEALTH_PORT is {port:?}: choose a port from 1 to 65535")
        })?),
        None => None,
    };
    let deprecated = health_port.map(|port| {
        format!(
            "HEXPOST_HEALTH_PORT will go away: write HEXPOST_ADMIN_ADDR=127.0.0.1:{port} instead"
        )
    });
    let admin = match (setting("HEXPOST_ADMIN_ADDR")?, health_port) {
        (Some(text), _) if text.trim() == "off" => AdminAddress::Off,
        (Some(text), _) => AdminAddress::Set(socket("HEXPOST_ADMIN_ADDR", &text)?),
        (None, Some(port)) => AdminAddress::Set((Ipv4Addr::LOCALHOST, port).into()),
        (None, None) => AdminAddress::Default(ADMIN),
    };
    let public_url = match setting("HEXPOST_PUBLIC_URL")? {
        Some(url) => Some(public_url(&url)?),
        None => None,
    };
    let listen = match setting("HEXPOST_LISTEN")? {
        Some(text) => socket("HEXPOST_LISTEN", &text)?,
        None => LISTEN,
    };
    let log_format = match setting("HEXPOST_LOG_FORMAT")?.as_deref().map(str::trim) {
        None | Some("text") => LogFormat::Text,
        Some("json") => LogFormat::Json,
        Some(other) => {
            return Err(format!(
                "HEXPOST_LOG_FORMAT is {other:?}: choose text or json"
            ));
        }
    };
    Ok(Serving {
        admin,
        public_url,
        listen,
        log_format,
        deprecated,
    })
}

/// The limits that the host can set.
struct HostLimits {
    vacation_days: Option<u16>,
    open_challenges: Option<usize>,
    computer_games: Option<usize>,
    computer_threads: Option<usize>,
    commands_per_minute: Option<usize>,
}

fn limits(setting: &impl Fn(&str) -> Result<Option<String>, String>) -> Result<HostLimits, String> {
    let vacation_days = match setting("HEXPOST_VACATION_DAYS")? {
        Some(text) => {
            let days = text
                .trim()
                .parse()
                .ok()
                .filter(|days| *days <= MAX_VACATION);
            let wrong =
                || format!("HEXPOST_VACATION_DAYS is {text:?}: choose from 0 to {MAX_VACATION}");
            Some(days.ok_or_else(wrong)?)
        }
        None => None,
    };
    let open_challenges = count(
        "HEXPOST_OPEN_CHALLENGES",
        setting("HEXPOST_OPEN_CHALLENGES")?,
        1,
    )?;
    let computer_games = count(
        "HEXPOST_COMPUTER_GAMES",
        setting("HEXPOST_COMPUTER_GAMES")?,
        1,
    )?;
    let computer_threads = count(
        "HEXPOST_COMPUTER_THREADS",
        setting("HEXPOST_COMPUTER_THREADS")?,
        1,
    )?;
    let commands_per_minute = count(
        "HEXPOST_COMMANDS_PER_MINUTE",
        setting("HEXPOST_COMMANDS_PER_MINUTE")?,
        0,
    )?;
    Ok(HostLimits {
        vacation_days,
        open_challenges,
        computer_games,
        computer_threads,
        commands_per_minute,
    })
}

/// All settings. An unknown name is reported, because it may be a typing error.
const KNOWN: &[&str] = &[
    "DATABASE_URL",
    "DISCORD_TOKEN",
    "DISCORD_API_BASE",
    "HEXPOST_ADMIN_ADDR",
    "HEXPOST_COMMANDS_PER_MINUTE",
    "HEXPOST_COMPUTER_GAMES",
    "HEXPOST_COMPUTER_THREADS",
    "HEXPOST_DATABASE_CONNECTIONS",
    "HEXPOST_DEVELOPMENT_SERVER",
    "HEXPOST_HEALTH_PORT",
    "HEXPOST_LEASE_SECONDS",
    "HEXPOST_LISTEN",
    "HEXPOST_LOG_FORMAT",
    "HEXPOST_OPEN_CHALLENGES",
    "HEXPOST_PUBLIC_URL",
    "HEXPOST_REQUESTS_PER_SECOND",
    "HEXPOST_SANDBOX_DATABASE",
    "HEXPOST_SANDBOX_LOG",
    "HEXPOST_VACATION_DAYS",
    "RUST_LOG",
];

/// Variables that are only for tests and CI.
const FOR_TESTS: &[&str] = &[
    "HEXPOST_DEEP",
    "HEXPOST_DISCORD_SPEC",
    "HEXPOST_KILLS",
    "HEXPOST_NEEDS_BROWSER",
    "HEXPOST_NEEDS_POSTGRES",
    "HEXPOST_POSTGRES_BIN",
    "HEXPOST_TEST_DATABASE",
    "HEXPOST_TEST_HTTP",
];

/// The first name that is not a setting.
fn unknown<'a>(mut names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    names.find(|name| !KNOWN.contains(name) && !FOR_TESTS.contains(name))
}

/// Parses the length of a lease.
fn lease(text: Option<String>) -> Result<Option<Duration>, String> {
    let Some(text) = text else {
        return Ok(None);
    };
    let seconds = text.trim().parse().ok();
    match seconds.filter(|seconds| (1..=MAX_LEASE_SECONDS).contains(seconds)) {
        Some(seconds) => Ok(Some(Duration::from_secs(seconds))),
        None => Err(format!(
            "HEXPOST_LEASE_SECONDS is {text:?}: choose from 1 to {MAX_LEASE_SECONDS}"
        )),
    }
}

/// Parses a number from `least` to 1000.
fn count(name: &str, text: Option<String>, least: usize) -> Result<Option<usize>, String> {
    let Some(text) = text else {
        return Ok(None);
    };
    let number = text.trim().parse().ok();
    let number = number.filter(|number| (least..=1000).contains(number));
    match number {
        Some(number) => Ok(Some(number)),
        None => Err(format!(
            "{name} is {text:?}: choose a number from {least} to 1000"
        )),
    }
}

/// Checks a base address and removes a slash at its end.
fn address(base: &str) -> Result<String, String> {
    let base = base.trim().trim_end_matches('/');
    let host = base
        .strip_prefix("http://")
        .or(base.strip_prefix("https://"));
    if host.is_none_or(str::is_empty) {
        return Err(format!(
            "DISCORD_API_BASE is {base:?}: write http:// or https:// and a host"
        ));
    }
    Ok(base.to_owned())
}

/// Parses an address with a port.
fn socket(name: &str, text: &str) -> Result<SocketAddr, String> {
    let parsed = text.trim().parse();
    parsed.map_err(|_| {
        format!("{name} is {text:?}: write an IP address and a port, such as 127.0.0.1:8421")
    })
}

/// Checks the public address and removes a slash at its end. Discord demands HTTPS; only a local one
/// does not.
fn public_url(text: &str) -> Result<String, String> {
    let url = text.trim().trim_end_matches('/');
    let is_local = |host: &str| {
        let name = host.split([':', '/']).next().unwrap_or_default();
        ["127.0.0.1", "localhost"].contains(&name)
    };
    let is_right = match url.split_once("://") {
        Some(("https", host)) => !host.is_empty() && !host.starts_with('/'),
        Some(("http", host)) => is_local(host),
        _ => false,
    };
    let is_plain = |sign: char| sign.is_ascii_graphic() && !"?#{}@".contains(sign);
    if is_right && url.chars().all(is_plain) {
        return Ok(url.to_owned());
    }
    Err(format!(
        "HEXPOST_PUBLIC_URL is {text:?}: write https:// and the host by which Discord reaches the bot"
    ))
}

/// The variables in `.env`; empty if there is no such file.
fn file() -> Result<Vec<(String, String)>, String> {
    match dotenvy::from_path_iter(FILE) {
        Ok(lines) => lines.collect::<Result<_, _>>().map_err(wrong),
        Err(error) if error.not_found() => Ok(Vec::new()),
        Err(error) => Err(wrong(error)),
    }
}

/// Says which line is invalid, but not its content, which may be a secret.
fn wrong(error: dotenvy::Error) -> String {
    match error {
        dotenvy::Error::LineParse(line, _) => {
            let text = std::fs::read_to_string(FILE).unwrap_or_default();
            let is_it = |other: &str| !other.is_empty() && line.starts_with(other);
            let number = text.lines().position(is_it).map_or(0, |index| index + 1);
            format!("{FILE} can't be read: line {number} should be NAME=value")
        }
        error => format!("{FILE} can't be read ({error}): check its permissions"),
    }
}

/// The database that a URL names.
pub(crate) fn database_of(name: &str, url: &str) -> Result<Database, String> {
    let url = url.trim();
    match url.split_once("://") {
        Some(("postgres" | "postgresql", _)) => Ok(Database::Server(url.to_owned())),
        // It may contain a password, so it is not repeated.
        Some((scheme, _)) if scheme != "sqlite" && !scheme.contains('/') => Err(format!(
            "{name} begins with {scheme}://: write sqlite:// and the path of a file, or \
             postgres://user:password@host/database"
        )),
        _ => file_of(name, url).map(Database::File),
    }
}

/// The file named by a database URL.
fn file_of(name: &str, url: &str) -> Result<PathBuf, String> {
    let url = url.trim();
    let path = match url.split_once(':') {
        Some(("sqlite", rest)) => rest.strip_prefix("//").unwrap_or(rest),
        // A text without a scheme is a path.
        Some((scheme, _)) if !scheme.contains('/') => "",
        _ => url,
    };
    let path = path.split('?').next().unwrap_or_default();
    if path.is_empty() || path == ":memory:" {
        return Err(format!(
            "{name} is {url:?}: write sqlite:// and the path of a file"
        ));
    }
    Ok(PathBuf::from(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_public_url_is_https_or_local() {
        for (text, url) in [
            ("https://bot.example.org", "https://bot.example.org"),
            (" https://example.org/bot/ ", "https://example.org/bot"),
            ("http://127.0.0.1:8422", "http://127.0.0.1:8422"),
            ("http://localhost/x", "http://localhost/x"),
        ] {
            assert_eq!(public_url(text).as_deref(), Ok(url));
        }
        for text in [
            "bot.example.org",
            "http://bot.example.org",
            "http://127.0.0.1.example.org",
            "http://127.0.0.1@example.org",
            "https://",
            "https:///x",
            "https://example.org/?x",
            "https://example.org/{x}",
            "https://exa mple.org",
        ] {
            let error = public_url(text).unwrap_err();
            assert!(error.contains("write https://"), "{error}");
        }
    }

    #[test]
    fn addresses_name_files() {
        for (url, path) in [
            ("sqlite://data/x.db", "data/x.db"),
            ("sqlite:///var/lib/x.db", "/var/lib/x.db"),
            ("sqlite:x.db", "x.db"),
            ("sqlite://x.db?mode=rwc", "x.db"),
            (" x.db ", "x.db"),
            ("/var/odd:name.db", "/var/odd:name.db"),
        ] {
            assert_eq!(
                file_of("DATABASE_URL", url),
                Ok(PathBuf::from(path)),
                "{url}"
            );
        }
        for url in [
            "postgres://localhost/x",
            "sqlite://",
            "sqlite::memory:",
            "mysql:x",
        ] {
            let error = file_of("DATABASE_URL", url).unwrap_err();
            assert!(error.contains("write sqlite://"), "{error}");
        }
    }

    #[test]
    fn addresses_name_files_or_servers() {
        for url in ["postgres://me:secret@host/x", " postgresql:///x "] {
            let named = database_of("DATABASE_URL", url);
            assert!(named == Ok(Database::Server(url.trim().to_owned())));
        }
        for url in ["sqlite://x.db", "x.db"] {
            let named = database_of("DATABASE_URL", url);
            assert!(named == Ok(Database::File(PathBuf::from("x.db"))));
        }
        let Err(error) = database_of("DATABASE_URL", "mysql://me:secret@host/x") else {
            panic!("a URL of MySQL is accepted");
        };
        assert!(error.contains("postgres://"), "{error}");
        assert!(!error.contains("secret"), "{error}");
    }
}
