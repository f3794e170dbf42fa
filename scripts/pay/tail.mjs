import { say } from '../lib/say.mjs';
import { onAskedToEnd } from '../lib/signals.mjs';
import { accessOf } from './access.mjs';
import { eventsOf } from './api.mjs';
import { UsageError } from './command-line.mjs';
import { endOfFeed, follow } from './feed.mjs';
import { lineOf } from './lines.mjs';

/** `pay events tail`: prints events as they arrive. With --json the output contains only events. */
export async function tail(options) {
  if (options.after !== undefined && !/^\d{1,15}$/.test(options.after))
    throw new UsageError('--after is a number of the feed.');
  const access = accessOf(options);
  const events = await eventsOf(access);
  const asked = new AbortController();
  onAskedToEnd((exitCode) => {
    asked.abort();
    process.exit(exitCode);
  });
  const remark = options.json ? (text) => process.stderr.write(`${text}\n`) : say;
  const running = { types: options.events, say: remark, signal: asked.signal };
  const { appId, position: end } = await endOfFeed(events, running);
  const after = options.after === undefined ? end.after : Number(options.after);
  remark(`Events of app ${appId} (${access.mode} mode) behind #${after}. Ctrl-C ends it.`);
  await follow(
    events,
    { ...end, after },
    {
      ...running,
      onEvent: (event, isResent) =>
        say(options.json ? JSON.stringify({ ...event, resent: isResent }) : lineOf(event, isResent)),
    },
  );
}
