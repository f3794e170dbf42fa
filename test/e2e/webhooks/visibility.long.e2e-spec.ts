import { createHmac } from 'node:crypto';
import {
  DeliveryWorkerService,
  DisableFailingEndpoints,
  FeedReplays,
  PurgeEndpointHistory,
} from '@app/webhooks';
import { RelayWorker } from '@app/write-path';
import { eventually } from '../../support/eventually';
import { newId } from '../../support/books';
import { type CallOptions, outcomeOf } from '../../support/http-client';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { insertEvent } from './delivery-stack';
import { Endpoint, nothing, type Received, status } from './endpoint';

const PATH = 'business.php?section=webhooks&action=';

const CLAIMED = 'SELECT 1 FROM webhook_deliveries WHERE claim IS NOT NULL';

describe('the webhooks of a merchant', () => {
  let platform: Platform;
  let receiver: Endpoint;
  let ada: TestMerchant;
  let ben: TestMerchant;
  let session: CallOptions;
  let hook: { id: string; secret: string };

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false', WEBHOOK_TIMEOUT_SECONDS: '1' } });
    [ada, ben] = [await platform.merchant(), await platform.merchant()];
  });
  beforeEach(async () => {
    receiver = await Endpoint.start();
    await signIn();
    const body = { app_id: ada.live.app_id, url: receiver.url() };
    hook = (await platform.post('business', `${PATH}create`, body, session)).body;
  });
  afterEach(async () => {
    await platform.sql('DELETE FROM webhook_endpoints WHERE url IS NOT NULL');
    await receiver.stop();
  });
  afterAll(() => platform.stop());

  /** Sessions end as the clock is moved. */
  async function signIn(): Promise<void> {
    for (const merchant of [ada, ben]) {
      const { email, password } = merchant;
      const answer = await platform.post('business', 'auth.php?action=login', { email, password });
      merchant.token = answer.body.access_token;
    }
    session = { token: ada.token };
  }

  const post = (action: string, body: object, by: CallOptions = session) =>
    platform.post('business', `${PATH}${action}`, body, by);
  const get = (action: string, by: CallOptions = session) => platform.get('business', `${PATH}${action}`, by);
  const deliveries = async (query = '') =>
    (await get(`deliveries&webhook_id=${hook.id}${query}`)).body.data.data;
  const detail = async () => (await get(`detail&id=${hook.id}`)).body;

  async function happen(times = 1, merchant = ada): Promise<string[]> {
    const ids: string[] = [];
    for (let n = 0; n < times; n++) {
      const id = newId();
      const money = { minor: '1000', currency: 'NGN' };
      const data = {
        transactionId: newId(),
        sender: { usertag: 'ada' },
        recipient: { ownerId: merchant.id },
        sent: money,
        received: money,
      };
      await insertEvent({ query: (text, values) => platform.sql(text, values) }, platform.clock.now(), {
        id,
        type: 'wallet.funds-transferred',
        aggregateId: newId(),
        ownerId: merchant.id,
        mode: 'live',
        data,
      });
      ids.push(id);
    }
    return ids;
  }

  async function settle(): Promise<void> {
    await platform.inside('scheduler', RelayWorker).run();
    await platform.inside('scheduler', DeliveryWorkerService).drain();
  }

  describe('action=deliveries', () => {
    it('shows every try with time, status, latency, the beginning of the answer, and what went wrong', async () => {
      receiver.answer = (response) =>
        void response.writeHead(receiver.received.length === 1 ? 500 : 200).end(`é${'x'.repeat(2000)}`);
      const [eventId] = await happen();
      await settle();
      const [before] = await deliveries();
      expect(before).toMatchObject({
        webhook_id: hook.id,
        event_id: eventId,
        event: 'transfer.received',
        status: 'pending',
        sequence: expect.any(Number),
        object_id: expect.any(String),
        object_sequence: 1,
        next_attempt_at: expect.any(String),
      });
      platform.clock.advance({ minutes: 1 });
      await settle();
      const [after] = await deliveries();
      expect(after).toMatchObject({ id: before.id, status: 'delivered', next_attempt_at: null });
      expect(after.attempts).toEqual([
        {
          attempt: 1,
          at: expect.stringMatching(/^\d{4}-.*Z$/),
          status: 500,
          error: 'answered 500',
          latency_ms: expect.any(Number),
          answer: `é${'x'.repeat(1022)}`,
        },
        expect.objectContaining({ attempt: 2, status: 200, error: null }),
      ]);
    });

    it('filters by status and event, newest first, in pages', async () => {
      const ids = await happen(5);
      await settle();
      await post('test', { id: hook.id });
      receiver.answer = status(500);
      const [failing] = await happen();
      await settle();
      const events = (rows: { event_id: string }[]) => rows.map(({ event_id }) => event_id);
      expect(events(await deliveries('&status=pending'))).toEqual([failing]);
      expect(events(await deliveries('&event=transfer.received&status=delivered')).sort()).toEqual(
        ids.sort(),
      );
      expect((await deliveries('&event=test.ping')).map(({ event }: { event: string }) => event)).toEqual([
        'test.ping',
      ]);
      const { body } = await get(`deliveries&webhook_id=${hook.id}&per_page=3&page=2`);
      expect(body.data).toMatchObject({ total: 7, page: 2, per_page: 3, total_pages: 3, has_next: true });
      expect(body.data.data).toHaveLength(3);
      const times = (await deliveries()).map(({ created_at }: { created_at: string }) => created_at);
      expect(times).toEqual(times.toSorted().reverse());
    });

    it.each([
      '',
      '&webhook_id=x',
      '&status=open',
      '&page=0',
      '&per_page=101',
      '&status=pending&status=failed',
    ])('refuses %s', async (query) => {
      const id = query.startsWith('&webhook_id') || query === '' ? '' : `&webhook_id=${hook.id}`;
      expect(outcomeOf(await get(`deliveries${id}${query}`))).toBe('400 VALIDATION_ERROR');
    });
  });

  describe('action=redeliver', () => {
    const redeliver = (delivery_id: string, by?: CallOptions) => post('redeliver', { delivery_id }, by);

    it('sends a delivered one again, under the same event id and the next number', async () => {
      const [eventId] = await happen();
      await settle();
      const [{ id }] = await deliveries();
      const { body } = await redeliver(id);
      expect(body).toEqual({
        success: true,
        delivery_id: id,
        event_id: eventId,
        attempt: 2,
        status: 200,
        delivered: true,
      });
      expect(receiver.header('x-service-event-id')).toEqual([eventId, eventId]);
      expect(receiver.header('x-service-delivery-attempt')).toEqual(['1', '2']);
      expect(new Set(receiver.received.map(({ raw }) => raw.toString())).size).toBe(1);
      expect((await deliveries())[0].attempts).toHaveLength(2);
    });

    it('leaves a delivered one delivered if it fails', async () => {
      await happen();
      await settle();
      receiver.answer = status(503);
      const [{ id }] = await deliveries();
      expect((await redeliver(id)).body).toMatchObject({
        delivered: false,
        status: 503,
        error: 'answered 503',
      });
      expect((await deliveries())[0]).toMatchObject({ status: 'delivered', next_attempt_at: null });
    });

    it('takes no try from the schedule of one that is due, and ends it when it succeeds', async () => {
      receiver.answer = status(500);
      await happen();
      await settle();
      const [{ id, next_attempt_at }] = await deliveries();
      for (let n = 0; n < 3; n++) await redeliver(id);
      expect((await deliveries())[0]).toMatchObject({ status: 'pending', next_attempt_at });
      for (const minutes of [1, 5, 30, 120]) {
        platform.clock.advance({ minutes });
        await settle();
      }
      await signIn();
      expect((await deliveries())[0]).toMatchObject({ status: 'pending' });
      expect(receiver.received).toHaveLength(8);
      receiver.answer = status(200);
      expect((await redeliver(id)).body).toMatchObject({ attempt: 9, delivered: true });
      expect((await deliveries())[0]).toMatchObject({ status: 'delivered', next_attempt_at: null });
      platform.clock.advance({ days: 2 });
      await settle();
      expect(receiver.received).toHaveLength(9);
    });

    it('sends one again that had failed for good, and from a disabled endpoint too', async () => {
      receiver.answer = status(500);
      await happen();
      for (const minutes of [0, 1, 5, 30, 120, 1440]) {
        platform.clock.advance({ minutes });
        await settle();
      }
      await signIn();
      const [{ id, status: standing }] = await deliveries();
      expect(standing).toBe('failed');
      await post('update', { id: hook.id, active: false });
      receiver.answer = status(200);
      expect((await redeliver(id)).body).toMatchObject({ attempt: 7, delivered: true });
      expect((await deliveries())[0]).toMatchObject({ status: 'delivered' });
    });

    it('is refused while a worker sends the same delivery', async () => {
      receiver.answer = nothing;
      await happen();
      await platform.inside('scheduler', RelayWorker).run();
      const done = platform.inside('scheduler', DeliveryWorkerService).drain();
      await receiver.count(1);
      const [{ id }] = await deliveries();
      expect(outcomeOf(await redeliver(id))).toBe('409 CONFLICT');
      receiver.release();
      await done;
      expect((await redeliver(id)).body).toMatchObject({ attempt: 2, delivered: true });
    });

    it('gives each of many at once a number of its own', async () => {
      await happen();
      await settle();
      const [{ id }] = await deliveries();
      const answers = await Promise.all(Array.from({ length: 6 }, () => redeliver(id)));
      expect(answers.map(({ body }) => body.attempt).sort()).toEqual([2, 3, 4, 5, 6, 7]);
      expect((await deliveries())[0].attempts).toHaveLength(7);
    });
  });

  describe('action=rotate-secret', () => {
    const rotate = (fields: object = {}, by: CallOptions = session) =>
      post('rotate-secret', { id: hook.id, pin: ada.pin, ...fields }, by);
    const delivered = async (): Promise<Received> => {
      const before = receiver.received.length;
      await happen();
      await settle();
      return receiver.received[before]!;
    };
    const later = (seconds: number) => platform.clock.advance({ seconds });

    it('shows a new secret once; during the grace a receiver with either secret verifies', async () => {
      const { body } = await rotate({ grace_hours: 1 });
      expect(body).toEqual({
        success: true,
        id: hook.id,
        grace_hours: 1,
        old_secret_expires_at: expect.any(String),
        secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      });
      expect(body.secret).not.toBe(hook.secret);
      later(2);
      const received = await delivered();
      for (const secret of [body.secret, hook.secret]) expect(verifies(received, secret)).toBe(true);
      expect(verifies(received, `whsec_${Buffer.alloc(32).toString('base64')}`)).toBe(false);
      expect(received.headers['x-service-signature']).toBe(plain(body.secret, received));
      expect(received.headers['x-service-signature-previous']).toBe(plain(hook.secret, received));
      expect((await detail()).old_secret_expires_at).toBe(body.old_secret_expires_at);

      later(3600);
      const afterwards = await delivered();
      expect([verifies(afterwards, body.secret), verifies(afterwards, hook.secret)]).toEqual([true, false]);
      expect(afterwards.headers).not.toHaveProperty('x-service-signature-previous');
      await signIn();
      expect((await detail()).old_secret_expires_at).toBeNull();
    });

    it('ends the old one at once with no grace, and a second rotation whatever was in grace', async () => {
      const second = (await rotate()).body.secret;
      const third = (await rotate({ grace_hours: 0 })).body.secret;
      later(2);
      const received = await delivered();
      expect([hook.secret, second, third].map((secret) => verifies(received, secret))).toEqual([
        ...[false, false, true],
      ]);
      const fourth = (await rotate()).body.secret;
      const fifth = (await rotate()).body.secret;
      later(2);
      const again = await delivered();
      expect([third, fourth, fifth].map((secret) => verifies(again, secret))).toEqual([false, true, true]);
    });

    it('keeps no secret in readable form, nor behind an idempotency key', async () => {
      const options = { ...session, idempotencyKey: 'rotate-once' };
      const first = await rotate({}, options);
      const again = await rotate({}, options);
      expect(again.body.secret).not.toBe(first.body.secret);
      for (const table of ['webhook_endpoints', 'idempotency_keys', 'outbox', 'webhook_deliveries']) {
        const [row] = await platform.sql<{ dump: string }>(
          `SELECT coalesce(string_agg(t::text, ' '), '') AS dump FROM ${table} t`,
        );
        for (const { body } of [first, again]) {
          expect(row!.dump).not.toContain(body.secret.slice(6, 40));
          expect(row!.dump).not.toContain(Buffer.from(body.secret as string).toString('hex'));
        }
      }
    });

    it('asks people for their PIN, keys for none, and takes a grace of 0 to 72 hours', async () => {
      expect(outcomeOf(await rotate({ pin: undefined }))).toBe('400 VALIDATION_ERROR');
      expect(outcomeOf(await rotate({ pin: '9999' }))).toBe('403 INVALID_PIN');
      const key = { key: ada.live.secret_key };
      expect(outcomeOf(await rotate({ pin: undefined }, key))).toBe('200 OK');
      for (const grace_hours of [-1, 73, 1.5, 'x', {}, 1e21])
        expect(outcomeOf(await rotate({ grace_hours }))).toBe('400 VALIDATION_ERROR');
      await rotate({ pin: ada.pin });
    });

    it('leaves two working secrets after two at once', async () => {
      const answers = await Promise.all([rotate(), rotate()]);
      const secrets = answers.map(({ body }) => body.secret);
      later(2);
      const received = await delivered();
      expect(secrets.map((secret) => verifies(received, secret))).toEqual([true, true]);
      expect(verifies(received, hook.secret)).toBe(false);
    });
  });

  describe('the health of an endpoint', () => {
    it('counts successes and failures of the last 24 hours, and says since when it only fails', async () => {
      expect(await detail()).toMatchObject({
        status: 'healthy',
        failing_since: null,
        success_rate_24h: null,
        attempts_24h: 0,
        last_success_at: null,
        last_failure_at: null,
        active: true,
      });
      await happen(3);
      await settle();
      receiver.answer = status(500);
      await happen(1);
      await settle();
      const [{ attempts }] = await deliveries('&status=pending');
      expect(await detail()).toMatchObject({
        status: 'failing',
        failing_since: attempts[0].at,
        last_failure_at: attempts[0].at,
        success_rate_24h: 0.75,
        attempts_24h: 4,
        last_success_at: expect.any(String),
      });
      expect((await get('list')).body.data).toEqual([
        expect.objectContaining({ id: hook.id, status: 'failing' }),
      ]);
      receiver.answer = status(200);
      platform.clock.advance({ minutes: 1 });
      await settle();
      expect(await detail()).toMatchObject({ status: 'healthy', failing_since: null, success_rate_24h: 0.8 });
    });

    it('owners are notified once after a day of failures, and when it is disabled after five; enabled, it starts anew', async () => {
      const disabling = platform.inside('scheduler', DisableFailingEndpoints);
      const endpointEvents = () =>
        platform.sql<{ type: string; owner_id: string; payload: Record<string, unknown> }>(
          `SELECT type, owner_id, payload FROM outbox WHERE aggregateid = $1 ORDER BY position`,
          [hook.id],
        );
      receiver.answer = status(500);
      for (let day = 0; day <= 5; day++) {
        await happen();
        await settle();
        await disabling.run();
        await disabling.run();
        const types = (await endpointEvents()).map(({ type }) => type);
        const failing = day >= 1 ? ['webhook-endpoint.failing'] : [];
        expect(types).toEqual([...failing, ...(day === 5 ? ['webhook-endpoint.disabled'] : [])]);
        platform.clock.advance({ days: 1 });
      }
      const [first] = await endpointEvents();
      expect(first).toMatchObject({
        owner_id: ada.id,
        payload: {
          endpointId: hook.id,
          appId: ada.live.app_id,
          url: receiver.url(),
          failingSince: expect.any(String),
        },
      });
      await signIn();
      expect(await detail()).toMatchObject({ status: 'disabled', active: false, disabled_for: 'failing' });
      // A ping shows whether it works again before it is enabled.
      receiver.answer = status(204);
      expect((await post('test', { id: hook.id })).body).toMatchObject({ status: 204, delivered: true });
      receiver.answer = status(500);
      await post('update', { id: hook.id, active: true });
      expect(await detail()).toMatchObject({ active: true, disabled_for: null });
      await happen();
      await eventually(async () => {
        await settle();
        return (await detail()).status === 'failing';
      });
      await disabling.run();
      expect(await detail()).toMatchObject({ status: 'failing', active: true });
    });

    it('one that its owner paused while it failed is not disabled for the time it was paused', async () => {
      receiver.answer = status(500);
      await happen();
      await settle();
      await post('update', { id: hook.id, active: false });
      expect(await detail()).toMatchObject({ status: 'disabled', disabled_for: 'owner' });
      platform.clock.advance({ days: 6 });
      await signIn();
      await post('update', { id: hook.id, active: true });
      await happen();
      // A worker that looked while it was paused leaves it alone for two seconds.
      await eventually(async () => {
        await settle();
        return (await detail()).status === 'failing';
      });
      await platform.inside('scheduler', DisableFailingEndpoints).run();
      expect(await detail()).toMatchObject({ status: 'failing', active: true });
    });

    it('forgets what is long past', async () => {
      await happen();
      await settle();
      const count = async () => {
        const [row] = await platform.sql<{ n: number }>(
          `SELECT (SELECT count(*) FROM webhook_endpoint_hours)::int + (SELECT count(*) FROM object_event_counters)::int AS n`,
        );
        return row!.n;
      };
      const before = await count();
      expect(before).toBeGreaterThan(1);
      platform.clock.advance({ days: 401 });
      await platform.inside('scheduler', PurgeEndpointHistory).run();
      expect(await count()).toBe(0);
    });
  });

  describe('action=replay', () => {
    const replay = (fields: object = {}, by: CallOptions = session) =>
      post('replay', { webhook_id: hook.id, since: '2026-01-01T00:00:00Z', ...fields }, by);
    const replays = async () => (await get(`replays&webhook_id=${hook.id}`)).body.data;
    const feed = async () => {
      await platform.inside('scheduler', FeedReplays).run();
      await platform.inside('scheduler', DeliveryWorkerService).drain();
    };
    const untilDone = async () => {
      for (let n = 0; n < 20; n++) {
        await feed();
        if ((await replays())[0].state === 'done') return;
      }
      throw new Error('the replay does not end');
    };
    beforeEach(async () => {
      await platform.sql('TRUNCATE app_events, webhook_deliveries, webhook_attempts, webhook_replays');
    });

    it('counts first, then sends what happened while the endpoint was disabled, in order, in the background', async () => {
      await happen(2);
      await settle();
      await post('update', { id: hook.id, active: false });
      platform.clock.advance({ seconds: 2 });
      const missed = await happen(5);
      await settle();
      await post('update', { id: hook.id, active: true });
      expect((await replay({ status: 'missing', dry_run: true })).body).toEqual({
        success: true,
        dry_run: true,
        webhook_id: hook.id,
        total: 5,
        by_event: [{ event: 'transfer.received', count: 5 }],
      });
      expect(await replays()).toEqual([]);
      const { body } = await replay({ status: 'missing' });
      expect(body).toMatchObject({
        success: true,
        state: 'running',
        total: 5,
        replay_id: expect.any(String),
      });
      expect(outcomeOf(await replay())).toBe('409 CONFLICT');
      platform.clock.advance({ seconds: 2 });
      await untilDone();
      expect(receiver.header('x-service-event-id').slice(2).toSorted()).toEqual(missed.toSorted());
      expect(await replays()).toEqual([
        {
          id: body.replay_id,
          webhook_id: hook.id,
          status: 'missing',
          state: 'done',
          total: 5,
          delivered: 5,
          failed: 0,
          under_way: 0,
          waiting: 0,
          types: expect.any(Array),
          since: '2026-01-01T00:00:00.000Z',
          until: body.until,
          created_at: expect.any(String),
          finished_at: expect.any(String),
        },
      ]);
      expect((await deliveries()).filter((one: { replay_id: string }) => one.replay_id)).toHaveLength(5);
      // Said again, there is nothing left to send.
      expect((await replay({ status: 'missing', dry_run: true })).body.total).toBe(0);
    });

    it('sends again what was delivered or failed, each under its own id, and nothing that is pending', async () => {
      const ids = await happen(3);
      await settle();
      receiver.answer = status(500);
      await happen();
      await settle();
      receiver.answer = status(200);
      const { body } = await replay({ types: ['transfer.received'], status: 'delivered' });
      expect(body.total).toBe(3);
      await untilDone();
      const got = receiver.received.filter(({ headers }) => headers['x-service-delivery-attempt'] === '2');
      expect(got.map(({ headers }) => headers['x-service-event-id']).toSorted()).toEqual(ids.toSorted());
      expect((await replay({ types: ['payment.success'], dry_run: true })).body.total).toBe(0);
    });

    it('selects by time: from since on, before until', async () => {
      const [first] = await happen();
      await settle();
      const since = platform.clock.now();
      platform.clock.advance({ seconds: 5 });
      await happen();
      await settle();
      const until = platform.clock.now();
      platform.clock.advance({ seconds: 5 });
      await happen();
      await settle();
      const count = async (fields: object) => (await replay({ ...fields, dry_run: true })).body.total;
      expect(await count({ since: since.toISOString(), until: until.toISOString() })).toBe(1);
      expect(await count({ since: since.toISOString() })).toBe(2);
      expect(await count({ until: until.toISOString() })).toBe(2);
      expect(first).toBeDefined();
    });

    it('has few under way at a time, and goes on after its process has died', async () => {
      const [{ last }] = (await platform.sql<{ last: string }>(
        'UPDATE app_event_counters SET last = last + 450 WHERE app_id = $1 RETURNING last',
        [ada.live.app_id],
      )) as [{ last: string }];
      await platform.sql(
        `INSERT INTO app_events (app_id, sequence, event_id, event, body, created_at, numbered_at, object_id, object_sequence)
         SELECT $1, $2::bigint - 450 + n, gen_random_uuid(), 'transfer.received', '{"n":' || n || '}', $3, $3, 'o' || n, 1
           FROM generate_series(1, 450) n`,
        [ada.live.app_id, last, platform.clock.now()],
      );
      platform.clock.advance({ seconds: 1 });
      expect((await replay()).body.total).toBe(450);
      const step = platform.inside('scheduler', FeedReplays);
      // Steps of which nothing is sent meanwhile: a second process finds no room.
      await platform.sql(
        'UPDATE webhook_endpoints SET disabled_at = now(), disabled_for = $2 WHERE id = $1',
        [...[hook.id, 'owner']],
      );
      await Promise.all([step.run(), step.run()]);
      await step.run();
      expect((await replays())[0]).toMatchObject({ state: 'running', under_way: 200, waiting: 250 });
      // A delivery that is under way while a minute passes counts as lost, and is sent again.
      await eventually(async () => (await platform.sql(CLAIMED)).length === 0);
      platform.clock.advance({ seconds: 60 });
      await platform.sql('UPDATE webhook_endpoints SET disabled_at = NULL, disabled_for = NULL');
      await eventually(async () => {
        await feed();
        return (await replays())[0].state === 'done';
      });
      expect((await replays())[0]).toMatchObject({ total: 450, delivered: 450, failed: 0, waiting: 0 });
      const bodies = receiver.received.map(({ raw }) => (JSON.parse(raw.toString()) as { n: number }).n);
      expect(bodies.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 450 }, (_, n) => n + 1));
      // In order but for those that are under way side by side.
      bodies.forEach((n, place) => expect(n - 1 - place).toBeLessThan(200));
    });

    it.each([
      [{ since: 'yesterday' }],
      [{ since: undefined }],
      [{ since: '2026-01-02T00:00:00Z', until: '2026-01-01T00:00:00Z' }],
      [{ types: ['*'] }],
      [{ types: ['nothing'] }],
      [{ status: 'pending' }],
      [{ webhook_id: 'x' }],
    ])('refuses %j', async (fields) => {
      expect(outcomeOf(await replay(fields))).toBe('400 VALIDATION_ERROR');
    });

    it('is refused to a disabled endpoint', async () => {
      await post('update', { id: hook.id, active: false });
      expect(outcomeOf(await replay())).toBe('409 INVALID_STATE');
    });
  });

  it('another user’s endpoint or delivery is 404, and what needs a scope names it', async () => {
    await happen();
    await settle();
    const [{ id }] = await deliveries();
    const sibling = await platform.people.createApp(ada, 'live');
    const narrow = await platform.people.createApp(ada, 'live', { scopes: ['wallet:read'] });
    const since = '2026-01-01T00:00:00Z';
    const asks = (by: CallOptions) => [
      () => get(`deliveries&webhook_id=${hook.id}`, by),
      () => get(`detail&id=${hook.id}`, by),
      () => get(`replays&webhook_id=${hook.id}`, by),
      () => post('redeliver', { delivery_id: id }, by),
      () => post('replay', { webhook_id: hook.id, since, dry_run: true }, by),
      () => post('rotate-secret', { id: hook.id, pin: ada.pin }, by),
    ];
    for (const by of [{ token: ben.token }, { key: ben.live.secret_key }, { key: sibling.secret_key }])
      for (const ask of asks(by)) expect(outcomeOf(await ask())).toBe('404 NOT_FOUND');
    for (const ask of asks({ key: ada.live.secret_key })) expect(outcomeOf(await ask())).toBe('200 OK');
    for (const ask of asks({ key: narrow.secret_key })) {
      const answer = await ask();
      expect(outcomeOf(answer)).toBe('403 SCOPE_MISSING');
      expect(answer.text).toContain('webhooks:manage');
    }
    for (const ask of asks({ key: ada.test.secret_key }))
      expect(['403 TEST_KEY_FORBIDDEN', '404 NOT_FOUND']).toContain(outcomeOf(await ask()));
    for (const ask of asks({})) expect(outcomeOf(await ask())).toBe('401 UNAUTHENTICATED');
    for (const wrong of ['x', newId()])
      expect((await post('redeliver', { delivery_id: wrong })).status).toBe(wrong === 'x' ? 400 : 404);
  });
});

/** A receiver with one secret: either scheme, whichever header carries it. */
function verifies(received: Received, secret: string): boolean {
  const { headers, raw } = received;
  const own = [headers['x-service-signature'], headers['x-service-signature-previous']];
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${raw.toString()}`;
  const standard = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  const isStandard = String(headers['webhook-signature']).split(' ').includes(standard);
  const isOwn = own.includes(plain(secret, received));
  if (isOwn !== isStandard) throw new Error('the two schemes differ');
  return isOwn;
}

function plain(secret: string, { raw }: Received): string {
  return `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`;
}
