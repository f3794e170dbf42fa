import { setTimeout as pause } from 'node:timers/promises';
import { POSTGRES_POOL } from '@app/database';
import type { Pool } from 'pg';
import { startReceiver } from '../../../scripts/lib/webhook-receiver.mjs';
import { eventually } from '../../support/eventually';
import { type CallOptions, type HttpAnswer, outcomeOf } from '../../support/http-client';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { type Habits, HabitualReceiver, isRecent, verifiesAll, verifiesBody } from './conformance-receivers';

const BUSINESS = 'business.php?section=webhooks&action=conformance';
const SANDBOX = 'webhooks.php?action=conformance';
const RULES = [
  ...['accepts-genuine', 'verifies-exact-bytes', 'accepts-unknown-events'],
  ...['refuses-forged', 'refuses-stale', 'refuses-redated', 'accepts-duplicates', 'drops-duplicates'],
  ...['accepts-any-order', 'accepts-late-retries', 'answers-fast', 'survives-rudeness'],
];

interface Report {
  rule: string;
  passed: boolean | null;
  finding: string;
  received: { request: string; status: number | null; latency_ms: number }[];
}

const failedIn = ({ body }: HttpAnswer) =>
  (body.rules as Report[]).filter(({ passed }) => passed === false).map(({ rule }) => rule);
const unseenIn = ({ body }: HttpAnswer) =>
  (body.rules as Report[]).filter(({ passed }) => passed === null).map(({ rule }) => rule);

describe('business.php?section=webhooks&action=conformance', () => {
  let platform: Platform;
  let ada: TestMerchant;
  let ben: TestMerchant;
  let session: CallOptions;

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false', WEBHOOK_TIMEOUT_SECONDS: '5' } });
    [ada, ben] = [await platform.merchant(), await platform.merchant()];
    session = { token: ada.token };
  });
  afterEach(async () => {
    await Promise.all(receivers.splice(0).map((receiver) => receiver.stop()));
  });
  afterAll(() => platform.stop());

  /** Stopped when the test ends, whatever came of it. */
  const receivers: { stop(): Promise<unknown> }[] = [];
  async function receiverWith(spoiled: Partial<Habits> = {}): Promise<HabitualReceiver> {
    const receiver = await HabitualReceiver.with(spoiled);
    receivers.push(receiver);
    return receiver;
  }
  async function sampleReceiver(secretOf: () => string, onEvent: () => void) {
    const receiver = await startReceiver(secretOf, onEvent);
    receivers.push(receiver as { stop(): Promise<unknown> });
    return receiver;
  }

  async function register(url: string, mode: 'test' | 'live' = 'test') {
    const body = { app_id: ada[mode].app_id, url };
    const answer = await platform.post(
      'business',
      'business.php?section=webhooks&action=create',
      body,
      session,
    );
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body as { id: string; secret: string };
  }

  /** Examines a receiver that is good but for these habits. */
  async function examine(spoiled: Partial<Habits>): Promise<HttpAnswer> {
    const receiver = await receiverWith(spoiled);
    const { id, secret } = await register(receiver.url);
    receiver.secret = secret;
    const answer = await platform.post('business', BUSINESS, { id }, session);
    return answer;
  }

  it('passes the receiver of this repository, rule by rule', async () => {
    let secret = '';
    let handled = 0;
    const receiver = await sampleReceiver(
      () => secret,
      () => (handled += 1),
    );
    const endpoint = await register(receiver.url);
    secret = endpoint.secret;
    const { status, body } = await platform.post('business', BUSINESS, { id: endpoint.id }, session);
    expect(status).toBe(200);
    expect((body.rules as Report[]).map(({ rule, passed }) => [rule, passed])).toEqual(
      RULES.map((rule) => [rule, true]),
    );
    expect(body).toMatchObject({
      run_id: expect.any(String),
      webhook_id: endpoint.id,
      status: 'completed',
      conformant: true,
      counts: { passed: RULES.length, failed: 0, unseen: 0 },
    });
    for (const report of body.rules) {
      expect(report).toEqual({
        rule: expect.any(String),
        passed: true,
        finding: expect.any(String),
        sent: expect.any(String),
        received: expect.any(Array),
        why: expect.any(String),
        fix: expect.any(String),
        mend: report.fix,
      });
    }
    // One each of seven rules, two that were repeated, three in disorder, and one read slowly.
    expect(handled).toBe(12);
    // Kept, and shown again.
    const again = await platform.get('business', `${BUSINESS}&run_id=${body.run_id}`, session);
    expect(again.body).toEqual(body);
    // A report from before `fix`.
    await platform.sql(
      `UPDATE webhook_conformance_runs SET rules = (SELECT jsonb_agg(rule - 'fix') FROM jsonb_array_elements(rules) AS rule)
        WHERE id = $1`,
      [body.run_id],
    );
    expect((await platform.get('business', `${BUSINESS}&run_id=${body.run_id}`, session)).body).toEqual(body);
  });

  const faulty: [string, string, Partial<Habits>][] = [
    ['has another secret', 'accepts-genuine', { verifies: () => false }],
    [
      'signs what it has parsed and written again',
      'verifies-exact-bytes',
      { verifies: (raw, ...rest) => verifiesAll(JSON.stringify(JSON.parse(raw)), ...rest) },
    ],
    [
      'refuses unknown types',
      'accepts-unknown-events',
      { statusFor: ({ event }) => (event === 'test.ping' ? 200 : 400) },
    ],
    [
      'takes what has no signature',
      'refuses-forged',
      {
        verifies: (raw, headers, secret) =>
          !headers['webhook-signature'] || verifiesAll(raw, headers, secret),
      },
    ],
    [
      'compares the beginning only',
      'refuses-forged',
      {
        verifies: (raw, headers, secret) =>
          verifiesAll(raw, headers, secret) || String(headers['webhook-signature']).startsWith('v1,AAAA'),
      },
    ],
    ['ignores time', 'refuses-stale', { isFresh: () => true }],
    ['believes unsigned ids and times', 'refuses-redated', { verifies: verifiesBody }],
    ['refuses what it knows', 'accepts-duplicates', { statusFor: (_, isNew) => (isNew ? 200 : 409) }],
    ['handles everything', 'drops-duplicates', { outcome: () => 'handled' }],
    ['wants order', 'accepts-any-order', { statusFor: inOrder() }],
    [
      'judges age by the body',
      'accepts-late-retries',
      { isFresh: (raw) => isRecent((JSON.parse(raw) as { timestamp: number }).timestamp) },
    ],
    ['works first and answers then', 'answers-fast', { beforeAnswer: slowOnce() }],
    ['dies of a broken connection', 'survives-rudeness', dyingOfBreaks()],
  ];
  it.each(faulty)('a receiver that %s fails %s and nothing else', async (_, rule, habits) => {
    const answer = await examine(habits);
    expect(outcomeOf(answer)).toBe('200 OK');
    expect(failedIn(answer)).toEqual([rule]);
    expect(answer.body.conformant).toBe(false);
  });

  it('says so where handling twice cannot be seen', async () => {
    const answer = await examine({ outcome: () => undefined });
    expect([failedIn(answer), unseenIn(answer)]).toEqual([[], ['drops-duplicates']]);
    expect((answer.body.rules as Report[]).find(({ rule }) => rule === 'drops-duplicates')!.finding).toMatch(
      /cannot be seen from outside/i,
    );
    expect(answer.body.conformant).toBe(true);
  });

  it('distinguishes an endpoint without a listener from one that refuses, and tries nothing more on it', async () => {
    const receiver = await receiverWith();
    const { id } = await register(receiver.url);
    await receiver.stop();
    const answer = await platform.post('business', BUSINESS, { id }, session);
    expect(failedIn(answer)).toEqual(['accepts-genuine']);
    expect(unseenIn(answer)).toEqual(RULES.slice(1));
    const [first, second] = answer.body.rules as Report[];
    expect(first!.received).toEqual([
      expect.objectContaining({ status: null, error: expect.stringContaining('ECONNREFUSED') }),
    ]);
    expect(second!.received).toEqual([]);
  });

  it('treats either secret as right while one is being rotated', async () => {
    let secret = '';
    const receiver = await sampleReceiver(
      () => secret,
      () => undefined,
    );
    const endpoint = await register(receiver.url);
    const rotated = await platform.post(
      ...(['business', 'business.php?section=webhooks&action=rotate-secret'] as const),
      { id: endpoint.id, pin: ada.pin },
      session,
    );
    expect(outcomeOf(rotated)).toBe('200 OK');
    for (const valid of [endpoint.secret, rotated.body.secret]) {
      secret = valid;
      const { body } = await platform.post('business', BUSINESS, { id: endpoint.id }, session);
      expect(body.counts).toEqual({ passed: RULES.length, failed: 0, unseen: 0 });
    }

    // A receiver that checks the signature of the previous secret, over the body alone.
    const previous = await receiverWith({
      verifies: (raw, headers, old) =>
        verifiesBody(raw, { 'x-service-signature': headers['x-service-signature-previous'] }, old),
    });
    previous.secret = endpoint.secret;
    await platform.sql('UPDATE webhook_endpoints SET url = $2 WHERE id = $1', [endpoint.id, previous.url]);
    expect(failedIn(await platform.post('business', BUSINESS, { id: endpoint.id }, session))).toEqual([
      'refuses-redated',
    ]);
  });

  describe('the right to ask', () => {
    let receiver: HabitualReceiver;
    let own: string;
    let live: string;
    beforeAll(async () => {
      receiver = await HabitualReceiver.with();
      const { id, secret } = await register(receiver.url);
      [own, receiver.secret] = [id, secret];
      live = (await register(receiver.url, 'live')).id;
    });
    afterAll(() => receiver.stop());

    it('belongs to the account, and in the sandbox to the key of the app, for endpoints of test apps', async () => {
      const key = { key: ada.test.secret_key };
      const ran = await platform.post('sandbox', SANDBOX, { id: own }, key);
      expect([outcomeOf(ran), ran.body.conformant]).toEqual(['200 OK', true]);
      const query = `&run_id=${ran.body.run_id}`;
      const reads = await Promise.all([
        platform.get('sandbox', SANDBOX + query, key),
        platform.get('business', BUSINESS + query, key),
        platform.get('business', BUSINESS + query, session),
      ]);
      for (const { body } of reads) expect(body).toEqual(ran.body);
      expect(outcomeOf(await platform.post('business', BUSINESS, { id: own }, key))).toBe(
        '403 TEST_KEY_FORBIDDEN',
      );
      expect(outcomeOf(await platform.post('business', BUSINESS, { id: live }, session))).toBe(
        '400 VALIDATION_ERROR',
      );
      expect(
        outcomeOf(await platform.post('business', BUSINESS, { id: live }, { key: ada.live.secret_key })),
      ).toBe('400 VALIDATION_ERROR');
    });

    it('is refused with 404 for another user’s endpoint or run', async () => {
      const ran = await platform.post('business', BUSINESS, { id: own }, session);
      const other = { token: ben.token };
      const scoped = await platform.people.createApp(ada, 'test', { scopes: ['wallet:read'] });
      const sibling = await platform.people.createApp(ada, 'test');
      const asked = [
        await platform.post('business', BUSINESS, { id: own }, other),
        await platform.get('business', `${BUSINESS}&run_id=${ran.body.run_id}`, other),
        await platform.post('sandbox', SANDBOX, { id: own }, { key: ben.test.secret_key }),
        await platform.post('sandbox', SANDBOX, { id: own }, { key: sibling.secret_key }),
        await platform.get('sandbox', `${SANDBOX}&run_id=${ran.body.run_id}`, { key: sibling.secret_key }),
        await platform.post('sandbox', SANDBOX, { id: own }, { key: scoped.secret_key }),
        await platform.post('sandbox', SANDBOX, { id: own }, { key: ada.live.secret_key }),
        await platform.post('sandbox', SANDBOX, { id: own }),
        await platform.post('business', BUSINESS, { id: 'x' }, session),
      ];
      expect(asked.map(outcomeOf)).toEqual([
        ...['404 NOT_FOUND', '404 NOT_FOUND', '404 NOT_FOUND', '404 NOT_FOUND', '404 NOT_FOUND'],
        ...['403 SCOPE_MISSING', '403 LIVE_KEY_FORBIDDEN', '401 UNAUTHENTICATED', '400 VALIDATION_ERROR'],
      ]);
    });
  });

  it('runs once at a time for an endpoint, on every host; a run whose process died holds nothing up for good', async () => {
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    let arrived: () => void = () => undefined;
    const arrival = new Promise<void>((resolve) => (arrived = resolve));
    const receiver = await receiverWith({
      beforeAnswer: () => {
        arrived();
        return gate;
      },
    });
    const { id, secret } = await register(receiver.url);
    receiver.secret = secret;
    const first = platform.post('business', BUSINESS, { id }, session);
    await arrival;
    const second = await platform.post('sandbox', SANDBOX, { id }, { key: ada.test.secret_key });
    expect([outcomeOf(second), second.body.retry_after]).toEqual(['409 CONFLICT', 10]);
    open();
    expect((await first).body.status).toBe('completed');

    const [dead] = await platform.sql<{ id: string }>(
      `INSERT INTO webhook_conformance_runs (id, endpoint_id, app_id, owner_id, started_at, status, held_until)
       SELECT gen_random_uuid(), id, app_id, owner_id, now(), 'running', now() - interval '1 second'
         FROM webhook_endpoints WHERE id = $1 RETURNING id`,
      [id],
    );
    const report = await platform.get('business', `${BUSINESS}&run_id=${dead!.id}`, session);
    expect(report.body).toMatchObject({ status: 'abandoned', conformant: null });
    const third = await platform.post('business', BUSINESS, { id }, session);
    expect(third.body.status).toBe('completed');
    const left = await platform.sql<{ status: string }>(
      'SELECT status FROM webhook_conformance_runs WHERE endpoint_id = $1 ORDER BY status',
      [id],
    );
    expect(left.map(({ status }) => status)).toEqual(['abandoned', 'completed', 'completed']);
  });

  it('has two at once for an account, so that it takes no place from others', async () => {
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const arrived: (() => void)[] = [];
    const arrivals = [1, 2].map(() => new Promise<void>((resolve) => arrived.push(resolve)));
    const receiver = await receiverWith({
      beforeAnswer: () => {
        arrived.shift()?.();
        return gate;
      },
    });
    const endpoints = [
      await register(receiver.url),
      await register(receiver.url),
      await register(receiver.url),
    ];
    const runs = endpoints.slice(0, 2).map(({ id }) => platform.post('business', BUSINESS, { id }, session));
    await Promise.all(arrivals);
    // No connection to the database is held meanwhile.
    const pool = platform.inside('business', POSTGRES_POOL as never) as Pool;
    await eventually(() => pool.idleCount === pool.totalCount && pool.waitingCount === 0);
    const third = await platform.post('business', BUSINESS, { id: endpoints[2]!.id }, session);
    expect([outcomeOf(third), third.body.retry_after]).toEqual(['409 CONFLICT', 10]);
    open();
    expect((await Promise.all(runs)).map(outcomeOf)).toEqual(['200 OK', '200 OK']);
    const after = await platform.post('business', BUSINESS, { id: endpoints[2]!.id }, session);
    expect(outcomeOf(after)).toBe('200 OK');
  });

  it('is aborted when its host stops, and reports it', async () => {
    let arrived: () => void = () => undefined;
    const arrival = new Promise<void>((resolve) => (arrived = resolve));
    const receiver = await receiverWith({
      beforeAnswer: () => {
        arrived();
        return new Promise(() => undefined);
      },
    });
    const { id } = await register(receiver.url);
    const run = platform.post('sandbox', SANDBOX, { id }, { key: ada.test.secret_key });
    await arrival;
    await platform.close('sandbox');
    const { body } = await run;
    expect(body).toMatchObject({ status: 'abandoned', conformant: null, rules: [] });
  });
});

/** At its third request. */
function slowOnce(): Habits['beforeAnswer'] {
  let requests = 0;
  return () => (++requests === 3 ? pause(1800) : undefined);
}

function inOrder(): Habits['statusFor'] {
  const last = new Map<string, number>();
  return ({ data: { object, position } }) => {
    if (object === undefined || position === undefined) return 200;
    const previous = last.get(object) ?? 0;
    last.set(object, Math.max(previous, position));
    return position > previous ? 200 : 409;
  };
}

function dyingOfBreaks(): Partial<Habits> {
  let dead = false;
  return {
    onBroken: () => (dead = true),
    statusFor: () => (dead ? 503 : 200),
  };
}
