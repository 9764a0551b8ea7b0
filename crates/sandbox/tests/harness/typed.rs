//! Parses a command as a person types it, such as `/challenge game:zertz opponent:@Player 2`.

use serde_json::{Value, json};

use super::seen::list;

const SUBCOMMAND: u64 = 1;
const GROUP: u64 = 2;

/// A typed command in the JSON that the page would send.
#[derive(Debug)]
pub(super) struct ParsedCommand {
    pub(super) command: Value,
    pub(super) options: Value,
}

/// Parses a typed command. With `is_partial`, the last option is being typed and gets the focus.
pub(super) fn parse(
    text: &str,
    commands: &[Value],
    people: &Value,
    is_partial: bool,
) -> Result<ParsedCommand, String> {
    let text = text.strip_prefix('/').ok_or("a command begins with /")?;
    let (name, rest) = text.split_once(' ').unwrap_or((text, ""));
    let names = || commands.iter().map(|command| command["name"].as_str());
    let command = commands.iter().find(|command| command["name"] == name);
    let command =
        command.ok_or_else(|| format!("/{name} is not among {:?}", names().collect::<Vec<_>>()))?;
    let options = parse_options(rest, &command["options"], people, is_partial)?;
    Ok(ParsedCommand {
        command: command["id"].clone(),
        options,
    })
}

/// Parses subcommands, and then the options.
fn parse_options(
    text: &str,
    definitions: &Value,
    people: &Value,
    is_partial: bool,
) -> Result<Value, String> {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let mut subcommands = list(definitions).filter(|definition| {
        let kind = definition["type"].as_u64().unwrap_or_default();
        matches!(kind, SUBCOMMAND | GROUP)
    });
    if let Some(definition) = subcommands.find(|definition| definition["name"] == word) {
        let inner = parse_options(rest, &definition["options"], people, is_partial)?;
        return Ok(json!([{ "name": word, "type": definition["type"], "options": inner }]));
    }
    // Values may contain spaces: a value ends where the name of another option begins.
    let mut positions: Vec<(usize, usize, &Value)> = Vec::new();
    for definition in list(definitions) {
        let name = format!("{}:", definition["name"].as_str().unwrap_or_default());
        let found = text.match_indices(&name);
        let mut found = found.filter(|(at, _)| *at == 0 || text[..*at].ends_with(' '));
        if let Some((at, _)) = found.next() {
            positions.push((at, at + name.len(), definition));
        }
    }
    positions.sort_by_key(|(at, ..)| *at);
    if positions
        .first()
        .map_or(!text.is_empty(), |(at, ..)| *at > 0)
    {
        return Err(format!("{text:?} begins with no option"));
    }
    let mut options = Vec::new();
    for (index, (_, from, definition)) in positions.iter().enumerate() {
        let to = positions.get(index + 1).map_or(text.len(), |(at, ..)| *at);
        let is_focused = is_partial && index + 1 == positions.len();
        let typed = text[*from..to].trim_end();
        let mut option = json!({ "name": definition["name"], "type": definition["type"] });
        if is_focused {
            option["value"] = json!(typed);
            option["focused"] = json!(true);
        } else {
            option["value"] = value(typed, definition, people)?;
        }
        options.push(option);
    }
    Ok(Value::Array(options))
}

fn value(typed: &str, definition: &Value, people: &Value) -> Result<Value, String> {
    let invalid = || format!("{} can't be {typed:?}", definition["name"]);
    let mut choices = list(&definition["choices"]);
    if let Some(choice) = choices.find(|choice| choice["name"] == typed) {
        return Ok(choice["value"].clone());
    }
    Ok(match definition["type"].as_u64() {
        Some(4) => json!(typed.parse::<i64>().map_err(|_| invalid())?),
        Some(5) => json!(typed.parse::<bool>().map_err(|_| invalid())?),
        Some(6) => {
            let name = typed.strip_prefix('@').ok_or_else(invalid)?;
            let mut people = list(people);
            let found = people.find(|one| one["global_name"] == name || one["username"] == name);
            found.ok_or_else(invalid)?["id"].clone()
        }
        Some(10) => json!(typed.parse::<f64>().map_err(|_| invalid())?),
        _ => json!(typed),
    })
}
