//! Settings: the only reader of the environment and of `.env`.

use std::env;
use std::num::NonZeroU16;
use std::path::PathBuf;

/// Where the database is, if nothing is set.
const DATABASE: &str = "data/hexpost.db";

/// Where the database of the local Discord is. It is never the one that is used with a token.
const SANDBOX: &str = "data/sandbox.db";

/// The file with settings, in the working directory.
const FILE: &str = ".env";

/// The most days of vacation a year.
const MOST_VACATION: u16 = 366;

/// What a host has set.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Config {
    /// The database's file.
    pub(crate) database: PathBuf,
    /// What the bot shows to Discord; none to play on the local one.
    pub(crate) token: Option<String>,
    /// A server that gets the commands at once, for whoever works on them.
    pub(crate) development_server: Option<u64>,
    /// Another place where Discord's REST is found: a proxy, or a local Discord.
    pub(crate) api_base: Option<String>,
    /// The port on 127.0.0.1 at which one can ask how the bot is.
    pub(crate) health_port: Option<u16>,
    /// As many days of vacation a player has in a year.
    pub(crate) vacation_days: Option<u16>,
    /// As many unanswered challenges may a player have, if it is not the usual number.
    pub(crate) open_challenges: Option<usize>,
    /// As many commands may someone give in a minute, if it is not the usual number; 0 for any.
    pub(crate) commands_per_minute: Option<usize>,
    /// What is written to the log.
    pub(crate) log: Option<String>,
    /// The database's file when playing on the local Discord.
    pub(crate) sandbox: PathBuf,
    /// Where the local Discord writes what goes over the wire.
    pub(crate) sandbox_log: Option<PathBuf>,
}

/// Reads the environment, and what it does not say from `.env` in the working directory.
///
/// What is set wrongly is a line that says what to do.
pub(crate) fn read() -> Result<Config, String> {
    let file = file()?;
    let set: Vec<String> = env::vars_os()
        .filter_map(|(name, _)| name.into_string().ok())
        .collect();
    // The environment is everyone's, the file is ours.
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
        Some(url) => file_of("DATABASE_URL", &url)?,
        None => PathBuf::from(DATABASE),
    };
    let sandbox = match setting("HEXPOST_SANDBOX_DATABASE")? {
        Some(url) => file_of("HEXPOST_SANDBOX_DATABASE", &url)?,
        None => PathBuf::from(SANDBOX),
    };
    if sandbox == database {
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
    let health_port = match setting("HEXPOST_HEALTH_PORT")? {
        Some(port) => Some(port.trim().parse().map(NonZeroU16::get).map_err(|_| {
            format!("HEXPOST_HEALTH_PORT is {port:?}: choose a port from 1 to 65535")
        })?),
        None => None,
    };
    let vacation_days = match setting("HEXPOST_VACATION_DAYS")? {
        Some(text) => {
            let days = text
                .trim()
                .parse()
                .ok()
                .filter(|days| *days <= MOST_VACATION);
            let wrong =
                || format!("HEXPOST_VACATION_DAYS is {text:?}: choose from 0 to {MOST_VACATION}");
            Some(days.ok_or_else(wrong)?)
        }
        None => None,
    };
    let open_challenges = count(
        "HEXPOST_OPEN_CHALLENGES",
        setting("HEXPOST_OPEN_CHALLENGES")?,
        1,
    )?;
    let commands_per_minute = count(
        "HEXPOST_COMMANDS_PER_MINUTE",
        setting("HEXPOST_COMMANDS_PER_MINUTE")?,
        0,
    )?;
    let sandbox_log = setting("HEXPOST_SANDBOX_LOG")?.map(PathBuf::from);
    Ok(Config {
        database,
        token,
        development_server,
        api_base,
        health_port,
        vacation_days,
        open_challenges,
        commands_per_minute,
        log,
        sandbox,
        sandbox_log,
    })
}

/// The settings there are; whoever misspells one is told.
const KNOWN: &[&str] = &[
    "DATABASE_URL",
    "DISCORD_TOKEN",
    "DISCORD_API_BASE",
    "HEXPOST_COMMANDS_PER_MINUTE",
    "HEXPOST_DEVELOPMENT_SERVER",
    "HEXPOST_HEALTH_PORT",
    "HEXPOST_OPEN_CHALLENGES",
    "HEXPOST_SANDBOX_DATABASE",
    "HEXPOST_SANDBOX_LOG",
    "HEXPOST_VACATION_DAYS",
    "RUST_LOG",
];

/// Names that are only for tests and the gate.
const FOR_TESTS: &[&str] = &[
    "HEXPOST_DEEP",
    "HEXPOST_DISCORD_SPEC",
    "HEXPOST_NEEDS_BROWSER",
];

/// A name that is no setting.
fn unknown<'a>(mut names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    names.find(|name| !KNOWN.contains(name) && !FOR_TESTS.contains(name))
}

/// A number of at most 1000.
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

/// The beginning of an address, without a slash at its end.
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

/// The lines of `.env`; none if there is no such file.
fn file() -> Result<Vec<(String, String)>, String> {
    match dotenvy::from_path_iter(FILE) {
        Ok(lines) => lines.collect::<Result<_, _>>().map_err(wrong),
        Err(error) if error.not_found() => Ok(Vec::new()),
        Err(error) => Err(wrong(error)),
    }
}

/// Says which line is wrong, but not what stands in it: that may be a secret.
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

/// The file that an address names.
fn file_of(name: &str, url: &str) -> Result<PathBuf, String> {
    let url = url.trim();
    let path = match url.split_once(':') {
        Some(("sqlite", rest)) => rest.strip_prefix("//").unwrap_or(rest),
        // A path without a scheme is meant as it is.
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
}
