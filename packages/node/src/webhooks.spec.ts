import { createHmac } from 'node:crypto';
import { constructEvent, PaymentsError, SignatureError } from './index.js';

const SECRET = `whsec_${Buffer.from('a secret of the endpoint').toString('base64')}`;
const OTHER = `whsec_${Buffer.from('the secret before it').toString('base64')}`;
const BODY = '{"event": "payment.success",  "data": {"amount": 2500.50}, "timestamp": 1795224745}';
const now = () => Math.floor(Date.now() / 1000);

function signatureOf(body: string, secret: string, at: number): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`evt_1.${at}.${body}`).digest('base64')}`;
}

const signed = (body = BODY, { secrets = [SECRET], at = now() } = {}) => ({
  'webhook-id': 'evt_1',
  'webhook-timestamp': String(at),
  'webhook-signature': secrets.map((secret) => signatureOf(body, secret, at)).join(' '),
});

describe('constructEvent', () => {
  const refused = (run: () => unknown) => {
    try {
      run();
    } catch (error) {
      if (error instanceof SignatureError) return error.reason;
      throw error;
    }
    return 'accepted';
  };

  it('returns the event of a genuine webhook with its id, from text and from bytes', () => {
    const event = { event: 'payment.success', data: { amount: 2500.5 }, timestamp: 1795224745, id: 'evt_1' };
    expect(constructEvent(BODY, signed(), SECRET)).toEqual(event);
    expect(constructEvent(Buffer.from(BODY), signed(), SECRET)).toEqual(event);
    expect(constructEvent(new TextEncoder().encode(BODY), signed(), SECRET)).toEqual(event);
  });

  it('reads headers of fetch, of any case and as lists of a framework', () => {
    expect(constructEvent(BODY, new Headers(signed()), SECRET).id).toBe('evt_1');
    const upper = Object.fromEntries(
      Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), value]),
    );
    expect(constructEvent(BODY, upper, SECRET).id).toBe('evt_1');
    const lists = Object.fromEntries(Object.entries(signed()).map(([name, value]) => [name, [value]]));
    expect(constructEvent(BODY, lists, SECRET).id).toBe('evt_1');
  });

  it.each(['whsec_', 'whsec_%%%', 'whsec_ ', 'whsec_===', 'whsec_c2hvcnQ='])(
    'takes no secret without bytes that are kept secret: %s',
    (secret) => {
      const forged = signed(BODY, { secrets: ['whsec_'] });
      expect(() => constructEvent(BODY, forged, secret)).toThrow(PaymentsError);
    },
  );

  it('accepts either secret while it is rotated, on either side', () => {
    expect(constructEvent(BODY, signed(BODY, { secrets: [SECRET, OTHER] }), OTHER).id).toBe('evt_1');
    expect(constructEvent(BODY, signed(BODY, { secrets: [OTHER] }), [SECRET, OTHER]).id).toBe('evt_1');
  });

  it('refuses a body that was changed, and one that was parsed and serialised again', () => {
    expect(refused(() => constructEvent(BODY.replace('2500', '2600'), signed(), SECRET))).toBe('no_match');
    expect(refused(() => constructEvent(JSON.stringify(JSON.parse(BODY)), signed(), SECRET))).toBe(
      'no_match',
    );
    expect(refused(() => constructEvent(JSON.parse(BODY) as string, signed(), SECRET))).toBe('parsed_body');
  });

  it('refuses another secret, an old event, one of the future and one with another time or id', () => {
    expect(refused(() => constructEvent(BODY, signed(), OTHER))).toBe('no_match');
    expect(refused(() => constructEvent(BODY, signed(), []))).toBe('no_match');
    for (const at of [now() - 302, now() + 302])
      expect(refused(() => constructEvent(BODY, signed(BODY, { at }), SECRET))).toBe('outside_tolerance');
    expect(constructEvent(BODY, signed(BODY, { at: now() - 290 }), SECRET).id).toBe('evt_1');
    expect(
      refused(() =>
        constructEvent(BODY, { ...signed(BODY, { at: 1 }), 'webhook-timestamp': String(now()) }, SECRET),
      ),
    ).toBe('no_match');
    expect(refused(() => constructEvent(BODY, { ...signed(), 'webhook-timestamp': 'today' }, SECRET))).toBe(
      'outside_tolerance',
    );
    expect(refused(() => constructEvent(BODY, { ...signed(), 'webhook-id': 'evt_2' }, SECRET))).toBe(
      'no_match',
    );
  });

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    'refuses a webhook without %s',
    (name) => {
      const headers: Record<string, string> = signed();
      delete headers[name];
      expect(refused(() => constructEvent(BODY, headers, SECRET))).toBe('missing_header');
    },
  );

  it('shows no secret in the error of a malformed one', () => {
    for (const secret of ['sk_test_secret', 'whsec_', undefined as unknown as string]) {
      const run = () => constructEvent(BODY, signed(), secret);
      expect(run).toThrow(PaymentsError);
      expect(run).not.toThrow(/sk_test_secret/);
    }
  });

  it('returns events of later versions', () => {
    const body = '{"event": "later.event", "data": {"later": 1}, "timestamp": 1795224745}';
    expect(constructEvent(body, signed(body), SECRET)).toMatchObject({
      event: 'later.event',
      data: { later: 1 },
    });
  });
});
