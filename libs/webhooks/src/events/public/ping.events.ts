import { type DataOf, text, uuid } from '../fields';
import { onDemandEvent } from '../public-event';

const fields = {
  webhook_id: uuid('the endpoint'),
  app_id: uuid('its app'),
  message: text('This is a test event.', 'a greeting'),
};

export const PING_EVENTS = [
  onDemandEvent({
    name: 'test.ping',
    sentWhen: 'you ask for it with `section=webhooks&action=test`',
    subject: 'webhook_id',
    fields,
  }),
];

/** The data of a ping, which proves that events reach an endpoint. */
export function testPing(endpointId: string, appId: string): DataOf<typeof fields> {
  return { webhook_id: endpointId, app_id: appId, message: 'This is a test event.' };
}
