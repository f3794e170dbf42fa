import { newId } from '../support/books';
import { eventually } from '../support/eventually';
import type { CallOptions, HttpAnswer } from '../support/http-client';
import { outcomeOf } from '../support/http-client';
import type { TestMerchant, TestUser } from '../support/people';
import { type Platform, startPlatform } from '../support/platform';

/** A limit of the form "at most N": what adds one, and how many there are. */
interface CountedLimit {
  max: number;
  /** Requests that are sent at once, to two processes in turn. */
  atOnce: number;
  /** The outcome of every request past the limit. */
  refusal: string;
  /** Prepares the account and returns what sends one request. */
  prepare(): Promise<(i: number, host: string) => Promise<HttpAnswer>>;
  /** How many there are. */
  count(): Promise<number>;
}

describe('Limits of the form "at most N" under concurrent requests', () => {
  let platform: Platform;
  let merchant: TestMerchant;
  let other: TestUser;
  let second: string;

  beforeAll(async () => {
    platform = await startPlatform({ apps: ['business'], secondBusiness: true });
    platform.clock.freeze();
    second = await platform.secondBusinessUrl();
  });
  beforeEach(async () => {
    [merchant, other] = [await platform.merchant(), await platform.signUp()];
    await platform.fund(merchant, 'NGN', '1000.00');
  });
  afterAll(() => platform.proveAndStop());

  const post = (host: string, path: string, body: object, options?: CallOptions) =>
    platform.post(host, path, body, { token: merchant.token, ...options });
  const counted = async (from: string, ...values: unknown[]) =>
    (await platform.sql<{ n: number }>(`SELECT count(*)::int AS n FROM ${from}`, values))[0]!.n;
  const ask = (host: string, { usertag }: TestUser) =>
    post(host, 'wallet.php?action=request-payment', { recipient: usertag, amount: 5 });

  const limits: Record<string, CountedLimit> = {
    'test endpoints of an account': {
      max: 50,
      atOnce: 120,
      refusal: '400 LIMIT_REACHED',
      prepare: async () => (i, host) =>
        post(host, 'business.php?section=webhooks&action=create', {
          app_id: merchant.test.app_id,
          url: `https://93.184.215.14/${i}`,
        }),
      count: () => counted('webhook_endpoints WHERE app_id = $1', merchant.test.app_id),
    },
    'apps of an account': {
      max: 1000,
      atOnce: 40,
      refusal: '400 LIMIT_REACHED',
      prepare: async () => {
        await platform.sql(
          `INSERT INTO merchant_apps (id, version, owner_id, mode, name, allowed_ips, allowed_origins, created_at)
           SELECT gen_random_uuid(), 1, $1, 'test', 'Shop', '{}', '{}', now() FROM generate_series(1, 990)`,
          [merchant.id],
        );
        return (_, host) =>
          post(host, 'business.php?section=apps&action=create', { app_name: 'Shop', mode: 'live' });
      },
      count: () => counted('merchant_apps WHERE owner_id = $1 AND revoked_at IS NULL', merchant.id),
    },
    'test apps before the business is verified': {
      max: 20,
      atOnce: 40,
      refusal: '400 LIMIT_REACHED',
      prepare: async () => {
        await platform.sql(`UPDATE users SET kyb_status = 'none' WHERE id = $1`, [merchant.id]);
        return (_, host) =>
          post(host, 'business.php?section=apps&action=create', { app_name: 'Shop', mode: 'test' });
      },
      count: () =>
        counted(`merchant_apps WHERE owner_id = $1 AND mode = 'test' AND revoked_at IS NULL`, merchant.id),
    },
    'saved payout accounts': {
      max: 5,
      atOnce: 20,
      refusal: '400 LIMIT_REACHED',
      prepare: async () => (i, host) =>
        post(host, 'payout.php?action=add-bank', {
          type: 'extwallet',
          extwallet_email: `wallet-${i}@example.com`,
        }),
      count: () => counted('payout_accounts WHERE owner_id = $1 AND deleted_at IS NULL', merchant.id),
    },
    'changes of the user tag in a year': {
      max: 3,
      atOnce: 20,
      refusal: '400 LIMIT_REACHED',
      prepare: async () => {
        const tag = newId().replaceAll('-', '').slice(-16);
        return (i, host) => post(host, 'auth.php?action=change-usertag', { usertag: `${tag}_${i}` });
      },
      count: () => counted('usertag_changes WHERE user_id = $1', merchant.id),
    },
    'open payment requests to one person': {
      max: 5,
      atOnce: 20,
      refusal: '400 LIMIT_REACHED',
      prepare: async () => (_, host) => ask(host, other),
      count: () => counted('payment_requests WHERE asker_id = $1 AND asked_id = $2', merchant.id, other.id),
    },
    'open payment requests in all': {
      max: 100,
      atOnce: 20,
      refusal: '400 LIMIT_REACHED',
      prepare: async () => {
        await platform.sql(
          `INSERT INTO payment_requests (asker_id, asked_id, amount_minor, currency, status, created_at, expires_at, version)
           SELECT $1, $2, 500, 'NGN', 'pending', $3, $3::timestamptz + interval '7 days', 1 FROM generate_series(1, 96)`,
          [merchant.id, newId(), platform.clock.now()],
        );
        const asked = [other, await platform.signUp(), await platform.signUp(), await platform.signUp()];
        return (i, host) => ask(host, asked[i % 4]!);
      },
      count: () => counted('payment_requests WHERE asker_id = $1', merchant.id),
    },
    'escrows of a day for one person': {
      max: 50,
      atOnce: 20,
      refusal: '429 RATE_LIMITED',
      prepare: async () => {
        const open = (_: number, host: string) =>
          post(host, 'escrow.php?action=create', {
            beneficiary: other.usertag,
            amount: 0.01,
            description: 'A pen',
            pin: merchant.pin,
          });
        // Twenty a minute are the limit of requests that move money.
        for (let minute = 0; minute < 2; minute++) {
          await Promise.all(Array.from({ length: 20 }, (_, i) => open(i, 'business')));
          platform.clock.advance({ minutes: 1 });
        }
        return open;
      },
      count: () => counted('escrows WHERE initiator_id = $1', merchant.id),
    },
    'wrong PINs in a row': {
      max: 5,
      atOnce: 20,
      refusal: '403 PIN_LOCKED',
      prepare: async () => (_, host) =>
        post(host, 'business.php?section=apps&action=revoke', {
          app_id: merchant.test.app_id,
          pin: '9999',
        }),
      count: async () =>
        (
          await platform.sql<{ wrong_tries: number }>(
            'SELECT wrong_tries FROM transaction_pins WHERE user_id = $1',
            [merchant.id],
          )
        )[0]!.wrong_tries,
    },
    'secret keys of an app that work at the same time': {
      max: 2,
      atOnce: 12,
      refusal: '409 CONFLICT',
      prepare: async () => (_, host) =>
        post(host, 'business.php?section=apps&action=rotate-secret', {
          app_id: merchant.live.app_id,
          pin: merchant.pin,
        }),
      count: () =>
        counted(
          `api_keys WHERE app_id = $1 AND kind = 'secret' AND (expires_at IS NULL OR expires_at > $2)`,
          merchant.live.app_id,
          platform.clock.now(),
        ),
    },
  };

  it.each(Object.keys(limits))('%s', async (name) => {
    const { max, atOnce, refusal, prepare, count } = limits[name]!;
    const send = await prepare();
    const requests = Array.from({ length: atOnce }, (_, i) => send(i, i % 2 ? second : 'business'));
    const outcomes = (await Promise.all(requests)).map(outcomeOf);
    expect(await count()).toBe(max);
    // A refusal that a smaller limit would give first, or a server error, is none of these.
    expect(new Set([...outcomes, '200 OK', '403 INVALID_PIN', refusal])).toEqual(
      new Set(['200 OK', '403 INVALID_PIN', refusal]),
    );
  });

  it('requests that wait for the lock of one account delay no other account', async () => {
    const lock = `hashtextextended('test endpoints of ${merchant.id}', 0)`;
    const waits = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`;
    await platform.sql(`SELECT pg_advisory_lock(${lock})`);
    const send = await limits['test endpoints of an account']!.prepare();
    // More than the process has connections.
    const waiting = Array.from({ length: 20 }, (_, i) => send(i, 'business'));
    try {
      await eventually(async () => (await platform.sql(waits)).length > 0);
      for (let i = 0; i < 3; i++) {
        const path = 'wallet.php?action=wallets';
        expect((await platform.get('business', path, { token: other.token })).status).toBe(200);
      }
      expect(await platform.sql(waits)).toHaveLength(1);
    } finally {
      await platform.sql(`SELECT pg_advisory_unlock(${lock})`);
    }
    await Promise.all(waiting);
  });
});
