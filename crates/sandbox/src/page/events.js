// The event stream of a pane.

// Browsers limit the connections to one server. Hidden tabs close theirs after a while, otherwise a third tab
// could not load; the sandbox sends "state" first on every connection, so nothing is missed.
const HIDDEN_TAB_MS = 30_000;
const RETRY_MS = 1_000;

/** Calls heard(event) for each event and connected(bool) when the connection changes; returns a function that stops it. */
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
      // The browser retries by itself only after errors that it considers temporary.
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
