import { refTo, type Schema } from './schemas';

/** A public event, as the lib that sends it describes it. */
export interface EventDescription {
  name: string;
  summary: string;
  description?: string;
  /** Schema of its data. */
  data: Schema;
}

/** The `webhooks` of a document with their components; `WebhookEvent` is any of them. */
export function describedEvents(events: readonly EventDescription[]): {
  webhooks: Record<string, object>;
  schemas: Record<string, Schema>;
} {
  if (events.length === 0) return { webhooks: {}, schemas: {} };
  const mapping = Object.fromEntries(events.map(({ name }) => [name, refTo(componentOf(name)).$ref!]));
  return {
    webhooks: Object.fromEntries(events.map((event) => [event.name, webhookOf(event)])),
    schemas: {
      ...Object.fromEntries(events.map((event) => [componentOf(event.name), bodyOf(event)])),
      WebhookEvent: {
        oneOf: events.map(({ name }) => refTo(componentOf(name))),
        discriminator: { propertyName: 'event', mapping },
      },
    },
  };
}

/** `payment.success` is `PaymentSuccessEvent`. */
const componentOf = (name: string): string =>
  `${name.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}Event`;

const bodyOf = ({ name, data }: EventDescription): Schema => ({
  type: 'object',
  required: ['event', 'data', 'timestamp'],
  properties: {
    event: { type: 'string', const: name },
    data,
    timestamp: { type: 'integer', description: 'Unix seconds at which it happened' },
  },
});

function webhookOf({ name, summary, description }: EventDescription): object {
  const header = (of: string) => ({
    in: 'header',
    required: true,
    description: of,
    schema: { type: 'string' },
  });
  return {
    post: {
      operationId: `on${componentOf(name)}`,
      tags: ['Events'],
      summary,
      description,
      security: [],
      parameters: [
        { name: 'webhook-id', ...header('Id of the event, the same in every attempt') },
        { name: 'webhook-timestamp', ...header('Unix seconds at which this attempt was sent') },
        {
          name: 'webhook-signature',
          ...header('Signature of id, timestamp and body, as Standard Webhooks defines it'),
        },
      ],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: refTo(componentOf(name)) } },
      },
      responses: {
        '2XX': { description: 'Received' },
        '4XX': { description: 'Not received; it is sent again later' },
      },
    },
  };
}
