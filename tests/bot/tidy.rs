//! Architecture checks: which layer may use which layers and crates. The compiler checks only what
//! is split into crates.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A layer, the layers it may use, and the crates it may use.
struct Layer {
    name: &'static str,
    uses: &'static [&'static str],
    crates: &'static [&'static str],
}

/// All layers; each is a file or a folder of `src`.
const LAYERS: &[Layer] = &[
    Layer {
        name: "model",
        uses: &[],
        crates: &["hexpost_engine", "hexpost_tournament", "serde", "sqlx"],
    },
    Layer {
        name: "store",
        uses: &["model"],
        crates: &[
            "hexpost_engine",
            "hexpost_tournament",
            "serde",
            "serde_json",
            "sqlx",
            "tokio",
            "tracing",
        ],
    },
    Layer {
        name: "app",
        uses: &["model", "store"],
        crates: &[
            "futures_util",
            "getrandom",
            "hexpost_engine",
            "hexpost_tournament",
            "jiff",
            "libm",
            "serde",
            "serde_json",
            "sha2",
            "tokio",
            "tracing",
        ],
    },
    Layer {
        name: "discord",
        // `store` only in its unit tests: see `structure.rs`.
        uses: &[
            "app",
            "engine_pool",
            "lease_keeper",
            "metrics",
            "model",
            "scheduler",
            "store",
        ],
        crates: &[
            "axum",
            "base64",
            "fluent_bundle",
            "futures_util",
            "hexpost_engine",
            "hexpost_render",
            "hexpost_tournament",
            "jiff",
            "quick_cache",
            "reqwest",
            "ring",
            "serde",
            "serde_json",
            "serenity",
            "tokio",
            "tokio_util",
            "tracing",
            "unic_langid",
        ],
    },
    Layer {
        name: "admin",
        uses: &[],
        crates: &["axum", "serde", "tokio"],
    },
    Layer {
        name: "metrics",
        uses: &[],
        crates: &["prometheus_client"],
    },
    Layer {
        name: "scheduler",
        uses: &["app", "lease_keeper", "metrics", "model"],
        crates: &["tokio", "tracing"],
    },
    Layer {
        name: "lease_keeper",
        uses: &["app", "model"],
        crates: &["tokio", "tracing"],
    },
    Layer {
        name: "engine_pool",
        uses: &["app", "metrics", "model"],
        crates: &["hexpost_engine", "rustix", "tokio", "tracing"],
    },
    Layer {
        name: "config",
        uses: &[],
        crates: &["clap", "dotenvy"],
    },
    Layer {
        name: "cli",
        uses: &[
            "admin",
            "app",
            "config",
            "discord",
            "lease_keeper",
            "metrics",
            "model",
            "store",
        ],
        crates: &[
            "clap",
            "hexpost_engine",
            "hexpost_render",
            "hexpost_sandbox",
            "sd_notify",
            "serde",
            "serde_json",
            "sha2",
            "tokio",
            "tracing",
            "tracing_subscriber",
        ],
    },
    Layer {
        name: "main",
        uses: &["cli"],
        crates: &[],
    },
    Layer {
        name: "lib",
        uses: &[],
        crates: &[],
    },
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The manifests of the workspace.
fn manifests() -> Vec<PathBuf> {
    let members = [
        "",
        "crates/engine",
        "crates/render",
        "crates/sandbox",
        "crates/tournament",
    ];
    let manifest = |member: &str| root().join(member).join("Cargo.toml");
    members.into_iter().map(manifest).collect()
}

/// The sources of the program, the engine, the renderer and the tournaments.
fn own_sources() -> Vec<PathBuf> {
    let folders = [
        "src",
        "crates/engine/src",
        "crates/render/src",
        "crates/tournament/src",
    ];
    let found = folders.into_iter();
    found
        .flat_map(|folder| sources(&root().join(folder)))
        .collect()
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn layer_of(path: &Path) -> &'static Layer {
    let inner = path.strip_prefix(root().join("src")).unwrap();
    let first = inner.components().next().unwrap().as_os_str();
    let name = Path::new(first).file_stem().unwrap().to_str().unwrap();
    let found = LAYERS.iter().find(|layer| layer.name == name);
    found.unwrap_or_else(|| {
        panic!("src/{name} is not a layer: add it to LAYERS and to the code map")
    })
}

/// The code of a file without comments, line by line.
fn code(path: &Path) -> Vec<(usize, String)> {
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().enumerate();
    lines
        .map(|(index, line)| (index + 1, line.split("//").next().unwrap().to_owned()))
        .collect()
}

/// The names that follow `prefix` in a line.
fn names_after<'a>(line: &'a str, prefix: &'a str) -> impl Iterator<Item = &'a str> {
    line.match_indices(prefix).filter_map(move |(at, _)| {
        let is_word_start =
            !line[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':');
        let rest = &line[at + prefix.len()..];
        let end = rest
            .find(|c: char| !(c.is_alphanumeric() || c == '_'))
            .unwrap_or(rest.len());
        is_word_start.then_some(&rest[..end])
    })
}

#[test]
fn layers_use_only_allowed_layers() {
    let mut seen = 0;
    for path in sources(&root().join("src")) {
        let layer = layer_of(&path);
        for (number, line) in code(&path) {
            for prefix in ["crate::", "hexpost::"] {
                for used in names_after(&line, prefix) {
                    seen += 1;
                    assert!(
                        used == layer.name || layer.uses.contains(&used),
                        "{}:{number}: {} may not use {used}",
                        path.display(),
                        layer.name
                    );
                }
            }
        }
    }
    assert!(seen > 10, "no paths were found");
}

/// The dependencies of the package, by their names in code.
fn dependencies() -> Vec<String> {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let mut found = Vec::new();
    let mut is_inside = false;
    for line in manifest.lines() {
        if line.starts_with('[') {
            is_inside = line.trim() == "[dependencies]";
        } else if is_inside && let Some((name, _)) = line.split_once(" = ") {
            let name = name.split('.').next().unwrap_or(name);
            found.push(name.replace('-', "_"));
        }
    }
    assert!(found.contains(&"serde".to_owned()));
    found
}

#[test]
fn crates_are_used_only_in_allowed_layers() {
    for path in sources(&root().join("src")) {
        let layer = layer_of(&path);
        for (number, line) in code(&path) {
            for name in dependencies() {
                let is_named = names_after(&line, &format!("{name}::")).next().is_some();
                assert!(
                    !is_named || layer.crates.contains(&name.as_str()),
                    "{}:{number}: {} may not name {name}",
                    path.display(),
                    layer.name
                );
            }
        }
    }
}

#[test]
fn only_config_reads_the_environment_and_inner_layers_read_no_clock() {
    for path in sources(&root().join("src")) {
        for (number, line) in code(&path) {
            let is_config = layer_of(&path).name == "config";
            for word in ["std::env", "env::var", "option_env!"] {
                assert!(
                    is_config || !line.contains(word),
                    "{}:{number}: {word}",
                    path.display()
                );
            }
            // The current time is always passed in.
            let is_timeless = ["model", "store", "app"].contains(&layer_of(&path).name);
            for word in ["SystemTime", "Instant::now", "UNIX_EPOCH"] {
                assert!(
                    !is_timeless || !line.contains(word),
                    "{}:{number}: {word}",
                    path.display()
                );
            }
        }
    }
}

#[test]
fn the_engine_and_tournaments_do_no_io_and_read_no_clock() {
    let folders = ["crates/engine/src", "crates/tournament/src"];
    for path in folders.map(|folder| sources(&root().join(folder))).concat() {
        for (number, line) in code(&path) {
            for word in [
                "std::env",
                "std::io",
                "std::fs",
                "std::time",
                "std::net",
                "std::thread",
            ] {
                assert!(!line.contains(word), "{}:{number}: {word}", path.display());
            }
        }
    }
}

#[test]
fn only_the_store_contains_sql() {
    for path in sources(&root().join("src")) {
        if layer_of(&path).name == "store" {
            continue;
        }
        for (number, line) in code(&path) {
            for word in ["SELECT ", "INSERT INTO", "DELETE FROM", "UPDATE games"] {
                assert!(!line.contains(word), "{}:{number}: {word}", path.display());
            }
        }
    }
}

#[test]
fn only_game_modules_name_the_games() {
    for path in own_sources() {
        let text = path.to_str().unwrap();
        let may_name_games = [
            "engine/src/zertz",
            "engine/src/tzaar",
            "engine/src/search/zertz",
            "engine/src/search/tzaar",
            "engine/src/game.rs",
            "render/src/zertz.rs",
            "render/src/tzaar.rs",
        ];
        if may_name_games.iter().any(|part| text.contains(part)) {
            continue;
        }
        for (number, line) in code(&path) {
            for word in ["zertz::", "tzaar::", "Zertz", "Tzaar"] {
                assert!(!line.contains(word), "{text}:{number}: {word}");
            }
        }
    }
}

#[test]
fn every_dependency_has_a_reason() {
    for manifest in manifests() {
        let manifest = fs::read_to_string(manifest).unwrap();
        let mut is_inside = false;
        for line in manifest.lines() {
            if line.starts_with('[') {
                // The workspace's table has the versions; each member says why it needs a crate.
                is_inside = line.contains("dependencies") && !line.contains("workspace");
            } else if is_inside && line.contains(" = ") {
                assert!(line.contains(" # "), "{line}");
            }
        }
    }
}

#[test]
fn every_setting_is_documented() {
    let read = |name: &str| fs::read_to_string(root().join(name)).unwrap();
    let (config, example, hosting) = (
        read("src/config.rs"),
        read(".env.example"),
        read("docs/hosting.md"),
    );
    let mut settings = 0;
    for part in config.split("setting(\"").skip(1) {
        let name = part.split('"').next().unwrap();
        settings += 1;
        assert!(
            example.contains(&format!("#{name}=")),
            ".env.example: {name}"
        );
        assert!(
            hosting.contains(&format!("| `{name}` |")),
            "docs/hosting.md: {name}"
        );
    }
    assert!(settings > 0);
}

/// The names that begin with `hexpost_` in a text.
fn metric_names(text: &str) -> BTreeSet<String> {
    let is_part = |sign: char| sign.is_ascii_alphanumeric() || sign == '_';
    let words = text.split(|sign| !is_part(sign));
    words
        .filter(|word| word.starts_with("hexpost_") && word.len() > "hexpost_".len())
        .map(str::to_owned)
        .collect()
}

#[test]
fn alerts_dashboard_and_documentation_name_metrics_that_exist() {
    use hexpost::metrics::{InteractionResult, Metrics};
    // A metric with labels is written once it has a value.
    let metrics = Metrics::new();
    metrics.interaction("command", InteractionResult::Answered);
    metrics.notification("channel", "sent");
    metrics.invalid_request(Some("global"));
    metrics.shard(0, true);
    metrics.rejected("stale");
    let text = metrics.text();
    let exist = metric_names(&text);
    let families: BTreeSet<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next())
        .collect();
    assert!(families.len() > 15, "{families:?}");
    let read = |name: &str| fs::read_to_string(root().join(name)).unwrap();
    for name in [
        "deploy/prometheus/hexpost.rules.yml",
        "deploy/grafana/hexpost.json",
        "docs/hosting.md",
    ] {
        let named = metric_names(&read(name));
        assert!(named.len() > 8, "{name}: {named:?}");
        for metric in named {
            // `hexpost_rest_…` stands for several.
            let is_known = exist.iter().any(|known| {
                known == &metric || metric.ends_with('_') && known.starts_with(&metric)
            });
            assert!(is_known, "{name}: {metric}");
        }
    }
    let hosting = read("docs/hosting.md");
    let dashboard = read("deploy/grafana/hexpost.json");
    for family in families {
        assert!(hosting.contains(family), "docs/hosting.md: {family}");
        let is_shown = dashboard.contains(family) || family == "hexpost_endpoint_up";
        assert!(is_shown, "deploy/grafana/hexpost.json: {family}");
    }
    let parsed: serde_json::Value = serde_json::from_str(&dashboard).unwrap();
    assert!(parsed["panels"].as_array().unwrap().len() > 10);
}

#[test]
fn the_gate_runs_the_test_command_of_the_readme() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let gate = fs::read_to_string(root().join(".ci/run")).unwrap();
    let command = readme
        .lines()
        .find(|line| line.starts_with("cargo test"))
        .expect("the README has no test command");
    let command = command.split('#').next().unwrap().trim();
    assert!(gate.lines().any(|line| line.contains(command)), "{command}");
}

#[test]
fn no_source_contains_a_note_to_self() {
    for path in own_sources() {
        for (number, line) in fs::read_to_string(&path).unwrap().lines().enumerate() {
            for word in ["FIXME", "TODO", "XXX"] {
                assert!(
                    !line.contains(word),
                    "{}:{}: {word}",
                    path.display(),
                    number + 1
                );
            }
        }
    }
}

/// Checks that a text occurs in no files of `src/discord` other than these.
fn occurs_only_in(text: &str, files: &[&str]) {
    let folder = root().join("src/discord");
    let mut found = Vec::new();
    for path in sources(&folder) {
        let name = path.strip_prefix(&folder).unwrap().to_str().unwrap();
        let lines = code(&path).into_iter();
        let has = lines
            .filter(|(_, line)| line.contains(text))
            .map(|(number, _)| format!("{name}:{number}"));
        if !files.contains(&name) {
            found.extend(has);
        }
    }
    assert!(found.is_empty(), "{text} occurs in {found:#?}");
}

#[test]
fn user_text_is_unescaped_only_where_discord_shows_it_verbatim() {
    let files = [
        "view/markdown.rs",
        // Pictures and their alt texts.
        "view/board.rs",
        "composer/picture.rs",
        "view/animation.rs",
        // Thread names.
        "notify/destination.rs",
        // Labels of menus, and autocomplete suggestions.
        "view/format.rs",
        "view/game_summary.rs",
        "features/follow.rs",
    ];
    occurs_only_in(".plain()", &files);
    occurs_only_in(
        "terms.note",
        &["view/challenge.rs", "features/challenge.rs"],
    );
}

#[test]
fn permissions_are_checked_by_the_use_cases() {
    let files = [
        "interaction/parse.rs",
        "interaction/request.rs",
        "interaction/viewer.rs",
        "interaction/idempotency/tests.rs",
    ];
    occurs_only_in("is_moderator", &files);
    occurs_only_in("invoker.roles", &files);
    occurs_only_in(
        ".following(",
        &["notify/spectators.rs", "features/game_menu.rs"],
    );
}

#[test]
fn handlers_are_reached_only_through_the_entry_point() {
    occurs_only_in(
        "dispatch::answer(",
        &["interaction/mod.rs", "interaction/idempotency/tests.rs"],
    );
    occurs_only_in("claim_interaction(", &["interaction/claim.rs"]);
    occurs_only_in("Claimed {", &["interaction/claim.rs"]);
    let files = ["interaction/claim.rs", "interaction/idempotency.rs"];
    occurs_only_in("Delivery {", &files);
}

#[test]
fn every_type_name_has_one_meaning() {
    let mut places: BTreeMap<String, BTreeSet<PathBuf>> = BTreeMap::new();
    let sandbox = sources(&root().join("crates/sandbox/src"));
    for path in own_sources().into_iter().chain(sandbox) {
        // Tests may call their own things what they like.
        if path.ends_with("tests.rs") || path.components().any(|part| part.as_os_str() == "tests") {
            continue;
        }
        let lines = code(&path).into_iter().map(|(_, line)| line);
        for line in lines.take_while(|line| line != "mod tests {") {
            // An indented `type` belongs to a trait.
            let alias = (!line.starts_with(' ')).then_some("type ");
            let kinds = ["struct ", "enum ", "trait "].into_iter().chain(alias);
            let names = kinds.flat_map(|kind| names_after(&line, kind));
            for name in names.filter(|name| name.starts_with(char::is_uppercase)) {
                places
                    .entry(name.to_owned())
                    .or_default()
                    .insert(path.clone());
            }
        }
    }
    assert!(places.len() > 300, "only {} types found", places.len());
    // What a single query returns is called `Row` where it is read, and the README's examples are tested
    // in each crate. Each game has its own `Turn`, `Variant` and so on.
    let games = ["zertz", "tzaar", "game.rs", "outcome.rs"];
    let is_of_a_game = |path: &PathBuf| {
        path.starts_with(root().join("crates/engine/src"))
            && path
                .iter()
                .any(|part| games.iter().any(|game| part == *game))
    };
    places.retain(|name, files| {
        let is_excepted = ["Row", "Readme"].contains(&name.as_str());
        files.len() > 1 && !is_excepted && !files.iter().all(is_of_a_game)
    });
    assert!(places.is_empty(), "{places:#?}");
}
