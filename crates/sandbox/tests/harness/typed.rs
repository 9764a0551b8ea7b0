//! A command as someone types it, such as `/challenge game:zertz opponent:@Player 2`.

use serde_json::{Value, json};

use super::seen::list;

const SUBCOMMAND: u64 = 1;
const GROUP: u64 = 2;

/// A typed command, as the form that a chat program makes of it.
#[derive(Debug)]
pub(super) struct Typed {
    pub(super) command: Value,
    pub(super) options: Value,
}

/// Reads a typed command. The last option is the one that is being typed, if `is_partial`.
pub(super) fn read(
    text: &str,
    commands: &[Value],
    people: &Value,
    is_partial: bool,
) -> Result<Typed, String> {
    let text = text.strip_prefix('/').ok_or("a command begins with /")?;
    let (name, rest) = text.split_once(' ').unwrap_or((text, ""));
    let names = || commands.iter().map(|command| command["name"].as_str());
    let command = commands.iter().find(|command| command["name"] == name);
    let command =
        command.ok_or_else(|| format!("/{name} is not among {:?}", names().collect::<Vec<_>>()))?;
    let options = branch(rest, &command["options"], people, is_partial)?;
    Ok(Typed {
        command: command["id"].clone(),
        options,
    })
}

/// Reads subcommands, one inside the other, and then the options.
fn branch(text: &str, known: &Value, people: &Value, is_partial: bool) -> Result<Value, String> {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let mut branches = list(known).filter(|form| {
        let kind = form["type"].as_u64().unwrap_or_default();
        matches!(kind, SUBCOMMAND | GROUP)
    });
    if let Some(form) = branches.find(|form| form["name"] == word) {
        let inner = branch(rest, &form["options"], people, is_partial)?;
        return Ok(json!([{ "name": word, "type": form["type"], "options": inner }]));
    }
    // Values may have spaces in them: one ends where the name of another option begins.
    let mut places: Vec<(usize, usize, &Value)> = Vec::new();
    for form in list(known) {
        let name = format!("{}:", form["name"].as_str().unwrap_or_default());
        let found = text.match_indices(&name);
        let mut found = found.filter(|(at, _)| *at == 0 || text[..*at].ends_with(' '));
        if let Some((at, _)) = found.next() {
            places.push((at, at + name.len(), form));
        }
    }
    places.sort_by_key(|(at, ..)| *at);
    if places.first().map_or(!text.is_empty(), |(at, ..)| *at > 0) {
        return Err(format!("{text:?} begins with no option"));
    }
    let mut options = Vec::new();
    for (index, (_, from, form)) in places.iter().enumerate() {
        let to = places.get(index + 1).map_or(text.len(), |(at, ..)| *at);
        let is_focused = is_partial && index + 1 == places.len();
        let typed = text[*from..to].trim_end();
        let mut option = json!({ "name": form["name"], "type": form["type"] });
        if is_focused {
            option["value"] = json!(typed);
            option["focused"] = json!(true);
        } else {
            option["value"] = value(typed, form, people)?;
        }
        options.push(option);
    }
    Ok(Value::Array(options))
}

fn value(typed: &str, form: &Value, people: &Value) -> Result<Value, String> {
    let wrong = || format!("{} can't be {typed:?}", form["name"]);
    let mut choices = list(&form["choices"]);
    if let Some(choice) = choices.find(|choice| choice["name"] == typed) {
        return Ok(choice["value"].clone());
    }
    Ok(match form["type"].as_u64() {
        Some(4) => json!(typed.parse::<i64>().map_err(|_| wrong())?),
        Some(5) => json!(typed.parse::<bool>().map_err(|_| wrong())?),
        Some(6) => {
            let name = typed.strip_prefix('@').ok_or_else(wrong)?;
            let mut people = list(people);
            let found = people.find(|one| one["global_name"] == name || one["username"] == name);
            found.ok_or_else(wrong)?["id"].clone()
        }
        Some(10) => json!(typed.parse::<f64>().map_err(|_| wrong())?),
        _ => json!(typed),
    })
}
