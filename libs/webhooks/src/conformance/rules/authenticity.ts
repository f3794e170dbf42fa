import { unknownSecret } from '../conformance-client.service';
import { noneAccepted, type Rule } from './rule';

const TEN_MINUTES = 600;
/** As long as a real signature. */
const NONSENSE = Buffer.alloc(32).toString('base64');

export const refusesForged: Rule = {
  name: 'refuses-forged',
  sent: 'Four forgeries: no signature; a wrong signature; a right signature over another body; a right body signed with another secret.',
  why: 'Anybody can find the address. Without this check they can tell your shop that an order was paid.',
  fix: 'Compute the signature over the raw body with your secret, compare all of it in constant time, and answer 401 unless it is equal.',
  async examine(line) {
    // During the grace period a signature made with the previous secret is valid too.
    const unsigned = {
      'X-Service-Signature': null,
      'X-Service-Signature-Previous': null,
      'webhook-signature': null,
    };
    const wrong = {
      ...unsigned,
      'X-Service-Signature': `sha256=${'0'.repeat(64)}`,
      'webhook-signature': `v1,${NONSENSE}`,
    };
    const signed = line.event({ amount: 1 });
    const tampered = signed.body.replace('"amount":1', '"amount":1000000');
    return noneAccepted([
      await line.send('no signature', line.event(), { headers: unsigned }),
      await line.send('a wrong signature', line.event(), { headers: wrong }),
      await line.send('a body changed after it was signed', signed, { body: tampered }),
      await line.send('signed with another secret', line.event(), { secret: unknownSecret() }),
    ]);
  },
};

export const refusesStale: Rule = {
  name: 'refuses-stale',
  sent: 'A rightly signed event whose webhook-timestamp is ten minutes old.',
  why: 'Whoever once saw a delivery could send it again, long after you have forgotten its id.',
  fix: 'Answer 400 or 401 when webhook-timestamp is more than five minutes from now, either way.',
  async examine(line) {
    const event = line.event({}, { ageSeconds: TEN_MINUTES });
    return noneAccepted([await line.send('signed ten minutes ago', event, { ageSeconds: TEN_MINUTES })]);
  },
};

export const refusesChangedTimestamp: Rule = {
  name: 'refuses-redated',
  sent: 'A delivery captured ten minutes ago, sent with a new webhook-timestamp and a new event id. Its X-Service-Signature is right, its webhook-signature is not.',
  why: 'X-Service-Signature covers the body alone. Only webhook-signature covers the id and the time by which you tell replays.',
  fix: 'Verify webhook-signature (HMAC of "id.timestamp.body", Standard Webhooks) before you trust webhook-id and webhook-timestamp.',
  async examine(line) {
    const event = line.event({}, { ageSeconds: TEN_MINUTES });
    const { id } = line.event();
    const headers = {
      'X-Service-Event-Id': id,
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(line.now.getTime() / 1000)),
    };
    return noneAccepted([
      await line.send('captured, with a new id and time', event, { ageSeconds: TEN_MINUTES, headers }),
    ]);
  },
};
