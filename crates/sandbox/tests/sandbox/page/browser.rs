//! A browser, driven through `chromedriver` with the `WebDriver` protocol.

use std::fs;
use std::io::{self, BufRead, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::sync::{Mutex, MutexGuard};

use crate::harness::PATIENCE;

/// Browsers are heavy: run one at a time.
static ONE: Mutex<()> = Mutex::const_new(());

/// The key under which the protocol returns an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// Special keys in the protocol's encoding.
pub(super) const ENTER: &str = "\u{E007}";
pub(super) const ESCAPE: &str = "\u{E00C}";
pub(super) const DOWN: &str = "\u{E015}";
pub(super) const TAB: &str = "\u{E004}";

/// A browser with one window.
pub(super) struct Browser {
    driver: Child,
    port: u16,
    session: String,
    client: reqwest::Client,
    profile: TempDir,
    _turn: MutexGuard<'static, ()>,
}

impl Browser {
    /// Starts a browser with a window size; `None` if there is no browser and none is required.
    pub(super) async fn start(width: u32, height: u32) -> Option<Self> {
        let turn = ONE.lock().await;
        let is_there = |name: &str| {
            let path = std::env::var_os("PATH").unwrap_or_default();
            std::env::split_paths(&path).any(|folder| folder.join(name).is_file())
        };
        if !is_there("chromedriver") || !is_there("chromium") {
            let demanded = std::env::var_os("HEXPOST_NEEDS_BROWSER").is_some();
            assert!(!demanded, "chromium and chromedriver are needed");
            // Not a print macro, whose output is hidden in a passing test.
            let _ = writeln!(
                io::stderr(),
                "SKIPPED: a browser test, because chromium and chromedriver are not installed"
            );
            return None;
        }
        let profile = TempDir::new().unwrap();
        let mut driver = Command::new("chromedriver")
            .args(["--port=0", "--log-level=WARNING"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("failed to start chromedriver");
        let stdout = BufReader::new(driver.stdout.take().expect("stdout is piped"));
        let port = stdout.lines().map_while(Result::ok).find_map(|line| {
            let (_, port) = line.split_once("successfully on port ")?;
            port.trim_end_matches('.').parse().ok()
        });
        let mut browser = Self {
            driver,
            port: port.expect("chromedriver printed its port"),
            session: String::new(),
            client: reqwest::Client::new(),
            profile,
            _turn: turn,
        };
        browser.open(width, height).await;
        Some(browser)
    }

    async fn open(&mut self, width: u32, height: u32) {
        let args = [
            "--headless".to_owned(),
            "--no-sandbox".to_owned(),
            "--disable-gpu".to_owned(),
            "--disable-dev-shm-usage".to_owned(),
            "--disable-background-networking".to_owned(),
            "--disable-component-update".to_owned(),
            "--disable-sync".to_owned(),
            "--no-first-run".to_owned(),
            "--lang=en-US".to_owned(),
            format!("--window-size={width},{height}"),
            format!("--user-data-dir={}", self.profile.path().display()),
        ];
        let options = json!({ "capabilities": { "alwaysMatch": {
            "browserName": "chrome",
            "goog:chromeOptions": { "args": args },
            "goog:loggingPrefs": { "browser": "ALL" },
        } } });
        let url = format!("http://127.0.0.1:{}/session", self.port);
        let answer = self.send("POST", &url, Some(options)).await;
        let session = answer["sessionId"]
            .as_str()
            .expect("chromedriver returned a session");
        session.clone_into(&mut self.session);
        self.resize(width, height).await;
    }

    async fn send(&self, method: &str, url: &str, body: Option<Value>) -> Value {
        self.ask(method, url, body)
            .await
            .unwrap_or_else(|error| panic!("{method} {url}: {error}"))
    }

    async fn ask(&self, method: &str, url: &str, body: Option<Value>) -> Result<Value, Value> {
        let method = reqwest::Method::from_bytes(method.as_bytes()).unwrap();
        let mut request = self.client.request(method, url);
        if let Some(body) = body {
            request = request.body(body.to_string());
        }
        let answer = request
            .send()
            .await
            .expect("request to chromedriver failed");
        let is_fine = answer.status().is_success();
        let text = answer.text().await.unwrap();
        let mut body: Value = serde_json::from_str(&text).expect("chromedriver returned JSON");
        let value = body["value"].take();
        if is_fine { Ok(value) } else { Err(value) }
    }

    fn url(&self, path: &str) -> String {
        format!(
            "http://127.0.0.1:{}/session/{}/{path}",
            self.port, self.session
        )
    }

    async fn post(&self, path: &str, body: Value) -> Value {
        self.send("POST", &self.url(path), Some(body)).await
    }

    /// Sets the size of the viewport.
    pub(super) async fn resize(&self, width: u32, height: u32) {
        let body = json!({ "cmd": "Emulation.setDeviceMetricsOverride", "params": {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500,
        } });
        self.post("goog/cdp/execute", body).await;
    }

    pub(super) async fn go(&self, address: &str) {
        self.post("url", json!({ "url": address })).await;
    }

    pub(super) async fn reload(&self) {
        self.post("refresh", json!({})).await;
    }

    /// The value that a script returns.
    pub(super) async fn js(&self, script: &str) -> Value {
        self.post("execute/sync", json!({ "script": script, "args": [] }))
            .await
    }

    /// Waits until a JavaScript expression is true.
    pub(super) async fn until(&self, expression: &str) {
        let began = Instant::now();
        let script = format!("return Boolean({expression})");
        while self.js(&script).await != true {
            if began.elapsed() > PATIENCE {
                let seen = self.js("return document.body.innerText").await;
                let path = self.screenshot("timeout").await;
                let log = self.log().await;
                let seen = seen.as_str().unwrap_or_default();
                panic!(
                    "timed out waiting for: {expression}\n{seen}\n{log:#?}\n{}",
                    path.display()
                );
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// The element that matches a selector and contains a text; waits for it.
    async fn find(&self, selector: &str, text: &str) -> String {
        let list = format!("[...document.querySelectorAll({})]", json!(selector));
        let is_meant = format!(
            "(node) => node.checkVisibility() && !node.disabled && node.textContent.includes({})",
            json!(text)
        );
        self.until(&format!("{list}.some({is_meant})")).await;
        let found = self.js(&format!("return {list}.find({is_meant})")).await;
        found[ELEMENT]
            .as_str()
            .expect("chromedriver returned an element")
            .to_owned()
    }

    /// Clicks the element that matches a selector and contains a text.
    pub(super) async fn click(&self, selector: &str, text: &str) {
        // The page may redraw it between finding and clicking.
        for _ in 0..20 {
            let element = self.find(selector, text).await;
            let url = self.url(&format!("element/{element}/click"));
            match self.ask("POST", &url, Some(json!({}))).await {
                Ok(_) => return,
                Err(error) if is_stale(&error) => {}
                Err(error) => panic!("{selector} {text}: {error}"),
            }
        }
        panic!("{selector} {text} keeps being redrawn");
    }

    /// Types into the element that matches a selector.
    pub(super) async fn types(&self, selector: &str, text: &str) {
        for _ in 0..20 {
            let element = self.find(selector, "").await;
            let url = self.url(&format!("element/{element}/value"));
            match self.ask("POST", &url, Some(json!({ "text": text }))).await {
                Ok(_) => return,
                Err(error) if is_stale(&error) => {}
                Err(error) => panic!("{selector}: {error}"),
            }
        }
        panic!("{selector} keeps being redrawn");
    }

    /// Types into the focused element.
    pub(super) async fn keys(&self, text: &str) {
        let strokes = text.chars().flat_map(|key| {
            ["keyDown", "keyUp"].map(|kind| json!({ "type": kind, "value": key.to_string() }))
        });
        let strokes: Vec<Value> = strokes.collect();
        let body = json!({ "actions": [{ "type": "key", "id": "keys", "actions": strokes }] });
        self.post("actions", body).await;
    }

    /// Saves a screenshot to `hexpost-screenshots` in the folder for temporary files.
    pub(super) async fn screenshot(&self, name: &str) -> PathBuf {
        use base64::Engine as _;
        let picture = self.send("GET", &self.url("screenshot"), None).await;
        let picture = base64::engine::general_purpose::STANDARD
            .decode(picture.as_str().unwrap())
            .unwrap();
        let folder = std::env::temp_dir().join("hexpost-screenshots");
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join(format!("{name}.png"));
        fs::write(&path, picture).unwrap();
        path
    }

    /// The errors and warnings in the browser's console.
    pub(super) async fn log(&self) -> Vec<String> {
        let log = self.post("se/log", json!({ "type": "browser" })).await;
        let lines = log.as_array().unwrap().iter();
        lines
            .filter(|line| line["level"] != "INFO" && line["level"] != "DEBUG")
            .map(|line| line["message"].as_str().unwrap_or_default().to_owned())
            .collect()
    }

    /// Asserts that the console contains no errors.
    pub(super) async fn expect_no_errors(&self) {
        assert_eq!(self.log().await, Vec::<String>::new());
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The driver closes its browser only on request, and the test may have panicked.
        let ask = || -> io::Result<()> {
            let mut line = TcpStream::connect(("127.0.0.1", self.port))?;
            line.set_read_timeout(Some(Duration::from_secs(10)))?;
            let session = &self.session;
            write!(
                line,
                "DELETE /session/{session} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            )?;
            // It answers when that is done, and then keeps the connection open.
            line.read(&mut [0; 64]).map(drop)
        };
        let _ = ask();
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// Whether the element was redrawn or covered between finding and using it.
fn is_stale(error: &Value) -> bool {
    let names = [
        "stale element reference",
        "element click intercepted",
        "element not interactable",
    ];
    names.iter().any(|name| error["error"] == *name)
}
