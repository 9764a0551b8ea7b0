//! A browser, driven over the `WebDriver` protocol that Debian's `chromedriver` speaks.

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

/// Browsers are heavy: one at a time.
static ONE: Mutex<()> = Mutex::const_new(());

/// How the protocol names an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// Keys, as the protocol names them.
pub(super) const ENTER: &str = "\u{E007}";
pub(super) const ESCAPE: &str = "\u{E00C}";
pub(super) const DOWN: &str = "\u{E015}";

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
    /// Starts it with a window of a size; none if there is no browser here and none is demanded.
    pub(super) async fn start(width: u32, height: u32) -> Option<Self> {
        let turn = ONE.lock().await;
        let is_there = |name: &str| {
            let path = std::env::var_os("PATH").unwrap_or_default();
            std::env::split_paths(&path).any(|folder| folder.join(name).is_file())
        };
        if !is_there("chromedriver") || !is_there("chromium") {
            let demanded = std::env::var_os("HEXPOST_NEEDS_BROWSER").is_some();
            assert!(!demanded, "chromium and chromedriver are needed");
            // Not with a macro, because nobody sees what those print in a test that passes.
            let _ = writeln!(
                io::stderr(),
                "LEFT OUT: a browser test, because chromium and chromedriver are not here"
            );
            return None;
        }
        let profile = TempDir::new().unwrap();
        let mut driver = Command::new("chromedriver")
            .args(["--port=0", "--log-level=WARNING"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver");
        let said = BufReader::new(driver.stdout.take().expect("what it says"));
        let port = said.lines().map_while(Result::ok).find_map(|line| {
            let (_, port) = line.split_once("successfully on port ")?;
            port.trim_end_matches('.').parse().ok()
        });
        let mut browser = Self {
            driver,
            port: port.expect("a port"),
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
        let session = answer["sessionId"].as_str().expect("a session");
        session.clone_into(&mut self.session);
        self.resize(width, height).await;
    }

    async fn send(&self, method: &str, url: &str, form: Option<Value>) -> Value {
        self.ask(method, url, form)
            .await
            .unwrap_or_else(|fault| panic!("{method} {url}: {fault}"))
    }

    async fn ask(&self, method: &str, url: &str, form: Option<Value>) -> Result<Value, Value> {
        let method = reqwest::Method::from_bytes(method.as_bytes()).unwrap();
        let mut request = self.client.request(method, url);
        if let Some(form) = form {
            request = request.body(form.to_string());
        }
        let answer = request.send().await.expect("chromedriver answers");
        let is_fine = answer.status().is_success();
        let text = answer.text().await.unwrap();
        let mut body: Value = serde_json::from_str(&text).expect("JSON");
        let value = body["value"].take();
        if is_fine { Ok(value) } else { Err(value) }
    }

    fn url(&self, path: &str) -> String {
        format!(
            "http://127.0.0.1:{}/session/{}/{path}",
            self.port, self.session
        )
    }

    async fn post(&self, path: &str, form: Value) -> Value {
        self.send("POST", &self.url(path), Some(form)).await
    }

    /// The page has exactly this size.
    pub(super) async fn resize(&self, width: u32, height: u32) {
        let form = json!({ "cmd": "Emulation.setDeviceMetricsOverride", "params": {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500,
        } });
        self.post("goog/cdp/execute", form).await;
    }

    pub(super) async fn go(&self, address: &str) {
        self.post("url", json!({ "url": address })).await;
    }

    pub(super) async fn reload(&self) {
        self.post("refresh", json!({})).await;
    }

    /// What a script returns.
    pub(super) async fn js(&self, script: &str) -> Value {
        self.post("execute/sync", json!({ "script": script, "args": [] }))
            .await
    }

    /// Waits until an expression of JavaScript is true.
    pub(super) async fn until(&self, expression: &str) {
        let began = Instant::now();
        let script = format!("return Boolean({expression})");
        while self.js(&script).await != true {
            if began.elapsed() > PATIENCE {
                let seen = self.js("return document.body.innerText").await;
                let path = self.screenshot("in-vain").await;
                let log = self.log().await;
                let seen = seen.as_str().unwrap_or_default();
                panic!(
                    "in vain: {expression}\n{seen}\n{log:#?}\n{}",
                    path.display()
                );
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// The element that fits a selector and has a text, once it is there.
    async fn find(&self, selector: &str, text: &str) -> String {
        let list = format!("[...document.querySelectorAll({})]", json!(selector));
        let is_meant = format!(
            "(node) => node.checkVisibility() && !node.disabled && node.textContent.includes({})",
            json!(text)
        );
        self.until(&format!("{list}.some({is_meant})")).await;
        let found = self.js(&format!("return {list}.find({is_meant})")).await;
        found[ELEMENT].as_str().expect("an element").to_owned()
    }

    /// Clicks what fits a selector and has a text on it.
    pub(super) async fn click(&self, selector: &str, text: &str) {
        // It may be drawn anew between the look and the click.
        for _ in 0..20 {
            let element = self.find(selector, text).await;
            let url = self.url(&format!("element/{element}/click"));
            match self.ask("POST", &url, Some(json!({}))).await {
                Ok(_) => return,
                Err(fault) if is_moving(&fault) => {}
                Err(fault) => panic!("{selector} {text}: {fault}"),
            }
        }
        panic!("{selector} {text} does not hold still");
    }

    /// Types into what fits a selector.
    pub(super) async fn types(&self, selector: &str, text: &str) {
        for _ in 0..20 {
            let element = self.find(selector, "").await;
            let url = self.url(&format!("element/{element}/value"));
            match self.ask("POST", &url, Some(json!({ "text": text }))).await {
                Ok(_) => return,
                Err(fault) if is_moving(&fault) => {}
                Err(fault) => panic!("{selector}: {fault}"),
            }
        }
        panic!("{selector} does not hold still");
    }

    /// Types wherever the cursor is.
    pub(super) async fn keys(&self, text: &str) {
        let strokes = text.chars().flat_map(|key| {
            ["keyDown", "keyUp"].map(|kind| json!({ "type": kind, "value": key.to_string() }))
        });
        let strokes: Vec<Value> = strokes.collect();
        let form = json!({ "actions": [{ "type": "key", "id": "keys", "actions": strokes }] });
        self.post("actions", form).await;
    }

    /// Keeps a picture of the page in `hexpost-screenshots`, in the folder for temporary files.
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

    /// What the page has complained about.
    pub(super) async fn log(&self) -> Vec<String> {
        let log = self.post("se/log", json!({ "type": "browser" })).await;
        let lines = log.as_array().unwrap().iter();
        lines
            .filter(|line| line["level"] != "INFO" && line["level"] != "DEBUG")
            .map(|line| line["message"].as_str().unwrap_or_default().to_owned())
            .collect()
    }

    /// The page has complained about nothing.
    pub(super) async fn is_quiet(&self) {
        assert_eq!(self.log().await, Vec::<String>::new());
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The driver closes its browser only if it is asked to, and a test may have failed.
        let ask = || -> io::Result<()> {
            let mut line = TcpStream::connect(("127.0.0.1", self.port))?;
            line.set_read_timeout(Some(Duration::from_secs(10)))?;
            let session = &self.session;
            write!(
                line,
                "DELETE /session/{session} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            )?;
            // It answers when that is done, and then keeps the line open.
            line.read(&mut [0; 64]).map(drop)
        };
        let _ = ask();
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// Was it drawn anew, or something over it, between the look and the touch?
fn is_moving(fault: &Value) -> bool {
    let names = [
        "stale element reference",
        "element click intercepted",
        "element not interactable",
    ];
    names.iter().any(|name| fault["error"] == *name)
}
