import { setTimeout as pause } from 'node:timers/promises';
import { nodeClient } from '../lib/node-client.mjs';
import { Refusal } from '../lib/say.mjs';

const MAX_PAUSE_MS = 5000;
/** Errors of the client after which the same request can succeed: the caller is not the cause. */
const TEMPORARY = ['ConnectionError', 'RateLimitError', 'ServerError'];

/** The events of an app, as the Node client offers them. */
export async function eventsOf({ key, mode, base }) {
  const { Payments } = await nodeClient();
  const host = mode === 'live' ? 'business' : 'sandbox';
  // `insist` repeats, and says so.
  const pay = new Payments({ secretKey: key, hosts: { [host]: base }, maxRetries: 0, timeout: 15_000 });
  return mode === 'live' ? pay.business.events : pay.events;
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
      if (!isTemporary(error) || signal.aborted) throw refusalOf(error);
      if (!away) say(`${error.message}; trying again …`);
      away = true;
      await pause(Math.max(wait, (error.retryAfter ?? 0) * 1000), undefined, { signal });
    }
  }
}

/** Tries once, for commands that do one thing. */
export async function once(ask) {
  try {
    return await ask();
  } catch (error) {
    throw isTemporary(error) ? new Refusal(`${error.message}: is \`npm start\` running?`) : refusalOf(error);
  }
}

const isTemporary = ({ name }) => TEMPORARY.includes(name);

/** Errors of the client are expected, and so is their message. */
function refusalOf(error) {
  if (error.name === 'PaymentsError') return new Refusal(error.message);
  return error.status ? new Refusal(`${error.message} (${error.status} ${error.errorCode})`) : error;
}
