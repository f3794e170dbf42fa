import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '../lib/say.mjs';

const ANSWER_MS = 15_000;
const MAX_PAUSE_MS = 5000;

/** The API did not respond, or its response asks to try again later. The caller is not the cause. */
export class Unreachable extends Error {}

/** Actions on the events of one app, over HTTP. */
export class EventsApi {
  constructor(access) {
    this.access = access;
  }

  get(action, query, { waitSeconds = 0, signal } = {}) {
    const url = this.access.urlOf(action);
    for (const [name, value] of Object.entries({ ...query, wait: waitSeconds || undefined }))
      if (value !== undefined) url.searchParams.set(name, value);
    return this.#call('GET', url, undefined, ANSWER_MS + waitSeconds * 1000, signal);
  }

  post(action, body) {
    return this.#call('POST', this.access.urlOf(action), body, ANSWER_MS);
  }

  async #call(method, url, body, limitMs, signal) {
    const limit = AbortSignal.timeout(limitMs);
    let response, text;
    try {
      response = await fetch(url, {
        method,
        redirect: 'manual',
        signal: signal ? AbortSignal.any([limit, signal]) : limit,
        headers: { 'x-api-key': this.access.key, ...(body && { 'content-type': 'application/json' }) },
        body: body && JSON.stringify(body),
      });
      text = await response.text();
    } catch (error) {
      throw new Unreachable(`${url.origin} does not answer (${reasonOf(error)})`);
    }
    const answer = parsed(text);
    if (response.ok && answer?.success) return answer;
    const said = answer?.message ?? `it answered ${response.status} and no JSON`;
    if (response.status === 429 || response.status >= 500) {
      const refused = new Unreachable(`${url.origin}: ${said}`);
      throw Object.assign(refused, { retryAfterMs: (answer?.retry_after ?? 0) * 1000 });
    }
    throw new Refusal(
      answer?.error_code ? `${said} (${response.status} ${answer.error_code})` : `${url.origin}: ${said}`,
    );
  }
}

/**
 * Repeats a request with growing pauses until there is a response, and reports this once. Refusals are thrown, because
 * a repetition would not change them.
 */
export async function insist(ask, { say, signal }) {
  let away = false;
  for (let wait = 250; ; wait = Math.min(wait * 2, MAX_PAUSE_MS)) {
    try {
      const answer = await ask();
      if (away) say('Connected again.');
      return answer;
    } catch (error) {
      if (!(error instanceof Unreachable) || signal.aborted) throw error;
      if (!away) say(`${error.message}; trying again …`);
      away = true;
      await pause(Math.max(wait, error.retryAfterMs ?? 0), undefined, { signal });
    }
  }
}

/** Tries once, for commands that do one thing. */
export async function once(ask) {
  try {
    return await ask();
  } catch (error) {
    throw error instanceof Unreachable ? new Refusal(`${error.message}: is \`npm start\` running?`) : error;
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function reasonOf(error) {
  if (error.name === 'TimeoutError') return 'no answer in time';
  return error.cause?.code ?? error.cause?.message ?? error.message;
}
