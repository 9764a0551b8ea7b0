//! A form and its files in one body, as RFC 7578 has it.

use serde_json::Value;

use crate::discord::rest::payload::File;

/// The kind of the body, and the body: the form first, then each file under its number.
pub(crate) fn packed(form: &Value, files: &[File]) -> (String, Vec<u8>) {
    let form = form.to_string();
    if files.is_empty() {
        return ("application/json".to_owned(), form.into_bytes());
    }
    let line = boundary(&form, files);
    let mut body = Vec::new();
    let head = |named: &str, kind: &str| {
        format!(
            "--{line}\r\nContent-Disposition: form-data; {named}\r\nContent-Type: {kind}\r\n\r\n"
        )
    };
    let mut part = |head: String, bytes: &[u8]| {
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(bytes);
        body.extend_from_slice(b"\r\n");
    };
    let named = "name=\"payload_json\"";
    part(head(named, "application/json"), form.as_bytes());
    for (index, file) in files.iter().enumerate() {
        // A name of ours has no quotation marks; should one get in, it ends nothing.
        let name = file.name.replace(['"', '\r', '\n'], "_");
        let named = format!("name=\"files[{index}]\"; filename=\"{name}\"");
        part(head(&named, kind_of(&name)), &file.bytes);
    }
    body.extend_from_slice(format!("--{line}--\r\n").as_bytes());
    (format!("multipart/form-data; boundary={line}"), body)
}

/// A line that is in none of the parts.
fn boundary(form: &str, files: &[File]) -> String {
    let has = |bytes: &[u8], line: &str| {
        let line = line.as_bytes();
        bytes.windows(line.len()).any(|part| part == line)
    };
    let mut lines = (0_u32..).map(|number| format!("hexpost-part-{number:08x}"));
    let is_free = |line: &String| {
        !has(form.as_bytes(), line) && !files.iter().any(|file| has(&file.bytes, line))
    };
    lines.find(is_free).unwrap_or_default()
}

/// What kind of file it is, by its name.
fn kind_of(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "png" => "image/png",
        "gif" => "image/gif",
        "json" => "application/json",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_parcel_holds_the_form_and_every_file_under_its_number() {
        let file = |name: &str, bytes: &[u8]| File {
            name: name.to_owned(),
            bytes: bytes.to_vec(),
            description: None,
        };
        let files = [
            file("a.png", b"one hexpost-part-00000000"),
            file("b\".gif", b"\xfftwo"),
        ];
        let (kind, body) = packed(&json!({ "content": "x" }), &files);
        assert_eq!(kind, "multipart/form-data; boundary=hexpost-part-00000001");
        let text = String::from_utf8_lossy(&body);
        let parts: Vec<&str> = text.split("--hexpost-part-00000001").collect();
        assert_eq!(parts.len(), 5, "{text}");
        assert!(
            parts[1].contains("name=\"payload_json\"")
                && parts[1].ends_with("{\"content\":\"x\"}\r\n")
        );
        assert!(
            parts[2].contains("name=\"files[0]\"; filename=\"a.png\"\r\nContent-Type: image/png")
        );
        assert!(
            parts[3].contains("name=\"files[1]\"; filename=\"b_.gif\"\r\nContent-Type: image/gif")
        );
        assert_eq!(parts[4], "--\r\n");
        let (kind, body) = packed(&json!({}), &[]);
        assert_eq!((kind.as_str(), &body[..]), ("application/json", &b"{}"[..]));
    }
}
