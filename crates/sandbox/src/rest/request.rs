//! A parsed REST request: method, path, JSON payload and files.

use axum::body::to_bytes;
use axum::extract::{FromRequest, Multipart, Request};
use serde_json::{Value, json};

use super::ApiResponse;
use crate::api_error::{ApiError, Unknown};
use crate::id::{self, Id};
use crate::message::UploadedFile;

/// The largest request body in bytes, a little more than the largest file.
pub(crate) const MAX_BODY_BYTES: usize = 12 << 20;

/// A parsed request.
#[derive(Debug)]
pub(super) struct ApiRequest {
    pub(super) method: String,
    /// The decoded path, with `/api` and the version.
    pub(super) path: String,
    pub(super) query: String,
    pub(super) body: Option<Value>,
    pub(super) files: Vec<UploadedFile>,
    content_type: String,
}

impl ApiRequest {
    pub(super) async fn read(request: Request) -> Result<Self, ApiError> {
        let method = request.method().to_string();
        let path = percent_decode(request.uri().path());
        let query = request.uri().query().unwrap_or_default().to_owned();
        let content_type = request.headers().get("content-type");
        let content_type = content_type.and_then(|value| value.to_str().ok());
        let content_type = content_type.unwrap_or_default().to_owned();
        let unreadable = || ApiError::new(400, 50109, "The request body contains invalid JSON.");
        let mut files = Vec::new();
        let body = if content_type.starts_with("multipart/form-data") {
            let multipart = Multipart::from_request(request, &()).await;
            let mut multipart = multipart.map_err(|_| unreadable())?;
            let mut body = None;
            while let Some(field) = multipart.next_field().await.map_err(|_| unreadable())? {
                let name = field.name().unwrap_or_default().to_owned();
                let filename = field.file_name().map(str::to_owned);
                let bytes = field.bytes().await.map_err(|_| too_large())?;
                if name == "payload_json" {
                    body = Some(serde_json::from_slice(&bytes).map_err(|_| unreadable())?);
                } else {
                    let parse_id = name.strip_prefix("files[");
                    let parse_id = parse_id.and_then(|name| name.strip_suffix(']'));
                    files.push(UploadedFile {
                        index: parse_id.and_then(id::parse),
                        filename: filename.unwrap_or(name),
                        bytes: bytes.to_vec(),
                    });
                }
            }
            body
        } else {
            let bytes = to_bytes(request.into_body(), MAX_BODY_BYTES).await;
            let bytes = bytes.map_err(|_| too_large())?;
            if bytes.is_empty() {
                None
            } else {
                Some(serde_json::from_slice(&bytes).map_err(|_| unreadable())?)
            }
        };
        Ok(Self {
            method,
            path,
            query,
            body,
            files,
            content_type,
        })
    }

    /// The segments of the path after the version.
    pub(super) fn segments(&self) -> Vec<&str> {
        let path = self.path.strip_prefix("/api").unwrap_or_default();
        let path = path.strip_prefix("/v10").unwrap_or(path);
        path.split('/').filter(|part| !part.is_empty()).collect()
    }

    /// The JSON payload; null if there is none.
    pub(super) fn payload(&self) -> &Value {
        self.body.as_ref().unwrap_or(&Value::Null)
    }

    /// The value of a query parameter.
    pub(super) fn query(&self, name: &str) -> Option<&str> {
        let pairs = self
            .query
            .split('&')
            .filter_map(|pair| pair.split_once('='));
        pairs
            .filter(|(key, _)| *key == name)
            .map(|(_, value)| value)
            .next()
    }

    /// Whether a query parameter is true, in any of the spellings that clients use.
    pub(super) fn is_set(&self, name: &str) -> bool {
        matches!(self.query(name), Some("true" | "True" | "1"))
    }

    /// The request and its response, for the traffic log.
    pub(super) fn record(&self, response: &ApiResponse) -> Value {
        let files = self.files.iter().map(|file| {
            let index = file.index.unwrap_or_default();
            json!([
                format!("files[{index}]={}", file.filename),
                file.bytes.len()
            ])
        });
        json!({
            "method": self.method,
            "path": self.path,
            "query": self.query,
            "content_type": if self.content_type.is_empty() { "application/json" } else { &self.content_type },
            "body": self.body,
            "files": files.collect::<Vec<_>>(),
            "status": response.status,
            "response": response.body,
        })
    }
}

/// Percent-decodes a path: some clients write `%40me` for `@me`.
fn percent_decode(path: &str) -> String {
    let mut parts = path.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let code = part
            .get(..2)
            .and_then(|code| u8::from_str_radix(code, 16).ok());
        if let Some(byte) = code {
            bytes.push(byte);
            bytes.extend_from_slice(&part.as_bytes()[2..]);
        } else {
            bytes.push(b'%');
            bytes.extend_from_slice(part.as_bytes());
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn too_large() -> ApiError {
    ApiError::new(413, 40005, "Request entity too large")
}

/// Parses an id in the path.
pub(super) fn parse_id(text: &str, what: Unknown) -> Result<Id, ApiError> {
    let invalid = || {
        let message = format!("Value \"{text}\" is not snowflake.");
        ApiError::field("id", "NUMBER_TYPE_COERCE", &message)
    };
    let id = id::parse(text).ok_or_else(invalid)?;
    if id == 0 {
        return Err(ApiError::unknown(what));
    }
    Ok(id)
}

#[cfg(test)]
mod tests {
    use super::percent_decode;

    #[test]
    fn paths_are_percent_decoded() {
        assert_eq!(percent_decode("/users/%40me"), "/users/@me");
        assert_eq!(percent_decode("/%D1%85/100%/%zz%"), "/х/100%/%zz%");
    }
}
