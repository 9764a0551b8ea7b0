// All requests that the page sends to the sandbox.

/** The sandbox could not be reached at all, as opposed to an error response. */
export class Unreachable extends Error {}

async function call(path, body) {
  const options = body && {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Unreachable();
  }
  const answer = await response.json().catch(() => null);
  if (!response.ok) throw new Error(answer?.message ?? `${response.status} ${response.statusText}`);
  return answer ?? {};
}

const query = (values) =>
  new URLSearchParams(Object.entries(values).filter(([, value]) => value !== undefined && value !== null)).toString();

export const getState = (as) => call(`/sandbox/state?${query({ as })}`);
export const getMessages = (as, channel, before) =>
  call(`/sandbox/messages?${query({ as, channel, before, limit: PAGE })}`);
export const getCommands = (as, channel) => call(`/sandbox/commands?${query({ as, channel })}`);
export const act = (as, verb, details) => call('/sandbox/do', { as, do: verb, ...details });
export const getWire = (after) => call(`/sandbox/wire?${query({ after })}`);
export const getFaults = () => call('/sandbox/faults');
export const misbehave = (verb, details) => call('/sandbox/misbehave', { do: verb, ...details });

/** Messages fetched per request. */
export const PAGE = 50;
