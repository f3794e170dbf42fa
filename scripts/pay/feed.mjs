import { setTimeout as pause } from 'node:timers/promises';
import { insist } from './api.mjs';

const WAIT_SECONDS = 25;
const WAIT_MS = (WAIT_SECONDS + 15) * 1000;
const PAGE = 50;
/**
 * Milliseconds between requests. The API allows 300 per minute, so events that arrive one by one are fetched a few at
 * a time.
 */
const CALL_EVERY_MS = 250;

/**
 * Follows an app's feed from a position until `signal` aborts, through restarts of the API. `onEvent` receives each
 * event and whether it was sent again. Then the position is moved, and the returned remark is printed.
 */
export async function follow(events, position, { types, onEvent, onMoved = () => {}, say, signal }) {
  const now = { ...position };
  const moved = (change) => {
    Object.assign(now, change);
    onMoved({ ...now });
  };
  while (!signal.aborted) {
    const asked = performance.now();
    const query = { after: now.after, resent_after: now.resentAfter, types, limit: PAGE, wait: WAIT_SECONDS };
    const page = await insist(() => events.list(query, { timeout: WAIT_MS, signal }), { say, signal });
    reportGaps(page, now, say);
    for (const event of page.data) {
      const remark = await onEvent(event, false);
      moved({ after: event.sequence });
      if (remark) say(remark);
    }
    const remarks = [];
    for (const event of page.resent) remarks.push(await onEvent(event, true));
    moved({ after: page.next_after, resentAfter: page.next_resent_after });
    for (const remark of remarks.filter(Boolean)) say(remark);
    const early = CALL_EVERY_MS - (performance.now() - asked);
    if (early > 0) await pause(early, undefined, { signal });
  }
}

/** Returns the end of the feed and the id of its app. */
export async function endOfFeed(events, { types, say, signal }) {
  const ask = () => events.list({ after: 'latest', resent_after: 'latest', types, limit: 1 }, { signal });
  const { app_id: appId, next_after, next_resent_after } = await insist(ask, { say, signal });
  return { appId, position: { after: next_after, resentAfter: next_resent_after } };
}

function reportGaps({ oldest, next_after: next }, { after }, say) {
  if (next < after) say(`The feed ends at #${next}: going on from there, not from #${after}.`);
  else if (oldest !== null && oldest > after + 1)
    say(`Events #${after + 1} to #${oldest - 1} are not kept any more.`);
}
