import { say } from '../lib/say.mjs';
import { accessOf } from './access.mjs';
import { eventsOf, once } from './api.mjs';

/** `pay events resend <id>`: sends an event again. */
export async function resend(options, id) {
  const body = { id, webhook_id: options.webhook };
  const events = await eventsOf(accessOf(options));
  const { sequence, webhook_ids: to } = await once(() => events.resend(body));
  const endpoints =
    to.length === 0 ? 'no endpoint' : to.length === 1 ? 'one endpoint' : `${to.length} endpoints`;
  say(`#${sequence} is sent again to ${endpoints}, and to running listeners.`);
}
