import { say } from '../lib/say.mjs';
import { onAskedToEnd } from '../lib/signals.mjs';
import { accessOf } from './access.mjs';
import { eventsOf } from './api.mjs';
import { UsageError } from './command-line.mjs';
import { endOfFeed, follow } from './feed.mjs';
import { messageOf, post } from './forward.mjs';
import { lineOf } from './lines.mjs';
import { Memory } from './memory.mjs';

/** `pay listen`: posts the app's events to an address of this machine as the service would post them. */
export async function listen(options) {
  const target = targetOf(options['forward-to']);
  const access = accessOf(options);
  const events = await eventsOf(access);
  const asked = new AbortController();
  onAskedToEnd((exitCode) => {
    asked.abort();
    process.exit(exitCode);
  });
  const running = { types: options.events, say, signal: asked.signal };

  const { appId, position: end } = await endOfFeed(events, running);
  const memory = new Memory(appId, target.href);
  const secret = memory.secret();
  const kept = options.latest ? null : memory.position();
  const position = kept ?? end;
  memory.keep(position);

  say(
    `Listening for events of app ${appId} (${access.mode} mode); they go to ${target.href}. Ctrl-C ends it.`,
  );
  say(`Your signing secret is ${secret}`);
  if (kept && kept.after < end.after)
    say(`Going on behind #${kept.after}; --latest leaves out what came since.`);

  await follow(events, position, {
    ...running,
    onMoved: (now) => memory.keep(now),
    onEvent: async (event, isResent) => {
      // The filter of an endpoint for all events. Some events go only to endpoints that name them.
      if (event.on_request && !options.events) return undefined;
      const { status, error, ms } = await post(target, messageOf(event, isResent, secret), asked.signal);
      return `${lineOf(event, isResent)}  -> ${status ?? `no answer: ${error}`} in ${ms} ms`;
    },
  });
}

function targetOf(text) {
  if (!text) throw new UsageError('`pay listen` needs --forward-to <url>.');
  const url = /^[a-z]+:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError(`${text} is no address to forward to.`);
  return new URL(url);
}
