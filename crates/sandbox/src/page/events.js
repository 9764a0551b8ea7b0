// What the server tells a pane as it happens.

// Browsers allow few connections to one server. Tabs out of sight give theirs back after a while, or a third tab
// could not load; the server sends "state" first on every connection, so nothing is missed.
const HIDDEN_TAB_MS = 30_000;
const RETRY_MS = 1_000;

/** Calls heard(event) for each event and connected(bool) as the line comes and goes; returns how to stop. */
export function listen(as, heard, connected) {
  let source = null;
  let timer = null;

  function open() {
    clearTimeout(timer);
    source?.close();
    source = new EventSource(`/sandbox/events?as=${encodeURIComponent(as)}`);
    source.onopen = () => connected(true);
    source.onmessage = (event) => heard(JSON.parse(event.data));
    source.onerror = () => {
      connected(false);
      // The browser retries by itself only while it thinks the refusal is temporary.
      source.close();
      timer = setTimeout(open, RETRY_MS);
    };
  }

  function visibility() {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(() => { source?.close(); source = null; }, HIDDEN_TAB_MS);
    else if (!source || source.readyState === EventSource.CLOSED) open();
  }

  document.addEventListener('visibilitychange', visibility);
  open();
  return () => {
    document.removeEventListener('visibilitychange', visibility);
    clearTimeout(timer);
    source?.close();
  };
}
