//! The module structure of `src/discord`: which file imports which.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use hexpost::discord::features;

/// A path of a module or an item, without `crate`.
type ItemPath = Vec<String>;

/// A source file: its module, and its text without comments and tests.
struct Source {
    module: ItemPath,
    file: PathBuf,
    text: String,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// All source files below a folder, except tests.
fn sources(folder: &Path) -> Vec<Source> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.extend(sources(&path));
        } else if path.extension().is_some_and(|end| end == "rs")
            && path.file_name().is_some_and(|name| name != "tests.rs")
        {
            let relative = path.strip_prefix(root()).unwrap().with_extension("");
            let mut module: ItemPath = relative
                .iter()
                .map(|part| part.to_str().unwrap().to_owned())
                .collect();
            module.pop_if(|last| last == "mod");
            let text = without_tests(&fs::read_to_string(&path).unwrap());
            all.push(Source {
                module,
                file: relative,
                text,
            });
        }
    }
    all.sort_by(|one, other| one.module.cmp(&other.module));
    all
}

/// The text without comments and without items under `#[cfg(test)]`.
fn without_tests(text: &str) -> String {
    let mut kept = String::new();
    // The indentation of a test item that is being skipped.
    let mut skipped: Option<usize> = None;
    for line in text.lines() {
        let code = line.split("//").next().unwrap_or_default();
        let indent = line.len() - line.trim_start().len();
        if let Some(start) = skipped {
            let is_end = code.trim_end().ends_with(';') || code.trim_end().ends_with('}');
            if is_end && indent == start {
                skipped = None;
            }
        } else if code.trim() == "#[cfg(test)]" {
            skipped = Some(indent);
        } else {
            kept.push_str(code);
            kept.push('\n');
        }
    }
    kept
}

/// Splits at commas outside of braces.
fn split_group(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut depth = 0;
    for sign in text.chars() {
        match sign {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        parts.last_mut().unwrap().push(sign);
    }
    parts.retain(|part| !part.trim().is_empty());
    parts
}

/// The paths imported by a `use` tree.
fn expand(tree: &str, prefix: &[String], paths: &mut Vec<ItemPath>) {
    let tree = tree.trim();
    let segments = |text: &str| -> ItemPath {
        let parts = text
            .split("::")
            .map(str::trim)
            .filter(|part| !part.is_empty());
        parts.map(str::to_owned).collect()
    };
    if let Some((head, group)) = tree.split_once('{') {
        let group = group.rsplit_once('}').expect("unclosed import group").0;
        let mut prefix = prefix.to_vec();
        prefix.extend(segments(head));
        for part in split_group(group) {
            expand(&part, &prefix, paths);
        }
    } else {
        let name = tree.split(" as ").next().unwrap_or_default();
        let mut path = prefix.to_vec();
        path.extend(segments(name));
        path.pop_if(|last| path_end(last));
        paths.push(path);
    }
}

fn path_end(segment: &str) -> bool {
    segment == "self" || segment == "*"
}

/// Every path in a text, in `use` declarations and elsewhere, as written.
fn written_paths(text: &str) -> Vec<ItemPath> {
    let mut paths = Vec::new();
    let mut rest = String::new();
    let mut declaration: Option<String> = None;
    for line in text.lines() {
        let mut start = line.trim_start();
        if declaration.is_none() {
            if let Some(after) = start.strip_prefix("pub") {
                let after = after.trim_start();
                start = after
                    .strip_prefix('(')
                    .and_then(|after| after.split_once(')'))
                    .map_or(after, |(_, after)| after.trim_start());
            }
            if let Some(tree) = start.strip_prefix("use ") {
                declaration = Some(tree.to_owned());
            } else {
                rest.push_str(line);
                rest.push('\n');
            }
        } else if let Some(tree) = &mut declaration {
            tree.push_str(line);
        }
        if let Some(tree) = declaration.take_if(|tree| tree.trim_end().ends_with(';')) {
            expand(tree.trim_end().trim_end_matches(';'), &[], &mut paths);
        }
    }
    let is_part = |sign: char| sign.is_alphanumeric() || sign == '_' || sign == ':';
    for word in rest.split(|sign| !is_part(sign)) {
        if word.contains("::") {
            let parts = word.split("::").filter(|part| !part.is_empty());
            paths.push(parts.map(str::to_owned).collect());
        }
    }
    paths
}

/// A path relative to the root of the crate, if it leads into this crate.
fn resolved(path: &[String], module: &[String], modules: &BTreeSet<ItemPath>) -> Option<ItemPath> {
    let first = path.first()?;
    match first.as_str() {
        "crate" => Some(path[1..].to_vec()),
        "self" => Some([module, &path[1..]].concat()),
        "super" => {
            let ups = path.iter().take_while(|part| *part == "super").count();
            let base = &module[..module.len().checked_sub(ups)?];
            Some([base, &path[ups..]].concat())
        }
        _ => {
            let child = [module, std::slice::from_ref(first)].concat();
            modules.contains(&child).then(|| [module, path].concat())
        }
    }
}

/// Which of these modules imports which.
fn imports(sources: &[Source]) -> BTreeMap<ItemPath, BTreeSet<ItemPath>> {
    let modules: BTreeSet<ItemPath> = sources.iter().map(|one| one.module.clone()).collect();
    let mut graph = BTreeMap::new();
    for source in sources {
        let mut edges = BTreeSet::new();
        for path in written_paths(&source.text) {
            let Some(path) = resolved(&path, &source.module, &modules) else {
                continue;
            };
            let target = (1..=path.len())
                .rev()
                .map(|length| path[..length].to_vec())
                .find(|prefix| modules.contains(prefix));
            edges.extend(target.filter(|target| *target != source.module));
        }
        graph.insert(source.module.clone(), edges);
    }
    graph
}

fn reachable(
    from: &ItemPath,
    graph: &BTreeMap<ItemPath, BTreeSet<ItemPath>>,
) -> BTreeSet<ItemPath> {
    let mut found = BTreeSet::new();
    let mut open = vec![from.clone()];
    while let Some(module) = open.pop() {
        for next in &graph[&module] {
            if found.insert(next.clone()) {
                open.push(next.clone());
            }
        }
    }
    found
}

#[test]
fn no_import_cycles_in_discord() {
    let sources = sources(&root().join("discord"));
    assert!(sources.len() > 50, "the sources were not found");
    let graph = imports(&sources);
    let reach: BTreeMap<_, _> = graph
        .keys()
        .map(|module| (module.clone(), reachable(module, &graph)))
        .collect();
    let mut cycles = Vec::new();
    for (module, edges) in &graph {
        let back = edges.iter().filter(|next| reach[*next].contains(module));
        let back: Vec<String> = back.map(|next| next.join("::")).collect();
        if !back.is_empty() {
            cycles.push(format!("{} imports {}", module.join("::"), back.join(", ")));
        }
    }
    assert!(
        cycles.is_empty(),
        "files that import each other:\n{}",
        cycles.join("\n")
    );
}

#[test]
fn discord_does_not_import_the_store() {
    let mut wrong = Vec::new();
    for source in sources(&root().join("discord")) {
        let is_store = |path: &ItemPath| path.starts_with(&["crate".into(), "store".into()]);
        if written_paths(&source.text).iter().any(is_store) {
            wrong.push(source.file);
        }
    }
    assert!(wrong.is_empty(), "files that import the store: {wrong:?}");
}

/// The text of a function, up to the next line that closes a top-level item.
fn function(text: &str, name: &str) -> String {
    let start = text.find(&format!("fn {name}(")).expect(name);
    let end = text[start..].find("\n}\n").expect(name);
    text[start..start + end].to_owned()
}

#[test]
fn every_command_and_button_is_registered_once() {
    let defined: Vec<String> = features::definitions()
        .iter()
        .map(|command| command["name"].as_str().unwrap().to_owned())
        .collect();
    let once: BTreeSet<&String> = defined.iter().collect();
    assert_eq!(once.len(), defined.len(), "defined twice: {defined:?}");
    // Names and handlers come from one macro; compare the definitions with it.
    let named: BTreeSet<&str> = features::COMMANDS.iter().copied().collect();
    let slash: BTreeSet<&str> = features::definitions()
        .iter()
        .filter(|command| command["type"] == 1)
        .map(|command| command["name"].as_str().unwrap())
        .map(|name| *named.get(name).unwrap_or(&""))
        .collect();
    assert_eq!(slash, named);
    // The compiler checks that every variant is handled, as long as there is no wildcard arm.
    let registry = fs::read_to_string(root().join("discord/features/mod.rs")).unwrap();
    for name in ["press", "press_menu"] {
        let text = function(&registry, name);
        let has_rest = text.lines().any(|line| {
            let line = line.trim_start();
            line.starts_with("_ =>") || line.starts_with("_ if")
        });
        assert!(!has_rest, "`{name}` has a wildcard arm");
    }
}
