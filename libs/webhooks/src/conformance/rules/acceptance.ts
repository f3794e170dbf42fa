import { randomUUID } from 'node:crypto';
import { allAccepted, type Rule } from './rule';

const HOUR = 3600;

export const acceptsGenuine: Rule = {
  name: 'accepts-genuine',
  sent: 'A test.ping, signed as every delivery is.',
  why: 'What is not answered 2xx within the time limit is sent again up to five times and then given up.',
  fix: 'Take the secret shown when the endpoint was made or last rotated, verify over the raw bytes of the body, and answer 200.',
  async examine(line) {
    return allAccepted([await line.deliver('a genuine test.ping', line.event())]);
  },
};

export const verifiesExactBytes: Rule = {
  name: 'verifies-exact-bytes',
  sent: 'A signed test.ping whose JSON is spelled unusually: spaces, escapes, a number with trailing zeros.',
  why: 'The signature covers bytes. A body that is parsed and written again has other bytes, in one language or the next.',
  fix: 'Read the raw body before any JSON parser does, and compute the signature over exactly that.',
  async examine(line) {
    const event = line.event();
    const body = `${event.body.slice(0, -1)} , "spelling": ["caf\\u00e9 \\/ café", 10.500, {}, "\\ud83d\\udcb8"] }`;
    return allAccepted([await line.deliver('a test.ping in unusual spelling', { ...event, body })]);
  },
};

export const acceptsUnknownEvents: Rule = {
  name: 'accepts-unknown-events',
  sent: 'A signed event of a type that does not exist.',
  why: 'New event types appear. An endpoint that refuses them is retried, and counts as failing.',
  fix: 'Answer 200 to every verified event and ignore the types you do not handle.',
  async examine(line) {
    const event = line.event({}, { type: 'test.unheard-of' });
    return allAccepted([await line.deliver('an event of an unknown type', event)]);
  },
};

export const acceptsLateRetries: Rule = {
  name: 'accepts-late-retries',
  sent: 'The sixth and last attempt for an event that happened 27 hours ago, signed just now.',
  why: 'Retries go on for more than a day. The time in the body is when it happened; webhook-timestamp is when it was sent.',
  fix: 'Judge freshness by webhook-timestamp, never by the timestamp in the body.',
  async examine(line) {
    const event = { ...line.event({}, { ageSeconds: 27 * HOUR }), attempt: 6 };
    return allAccepted([await line.deliver('the last retry of an old event', event)]);
  },
};

export const acceptsAnyOrder: Rule = {
  name: 'accepts-any-order',
  sent: 'Three events of one object, in the order third, first, second.',
  why: 'What has failed three times is overtaken by what follows it, and retries come late: order of arrival is no order of happening.',
  fix: 'Answer 200 whatever the order; do nothing when X-Service-Object-Sequence is not above the highest you have handled of that object.',
  async examine(line) {
    const object = randomUUID();
    const events = [1, 2, 3].map((position) => ({
      ...line.event({ object, position }, { ageSeconds: 30 - 10 * position }),
      object: { id: object, sequence: position },
    }));
    const sent = [];
    for (const position of [3, 1, 2])
      sent.push(await line.deliver(`event ${position} of 3`, events[position - 1]!));
    return allAccepted(sent);
  },
};
