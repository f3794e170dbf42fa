import { ChangeNotifier } from '@app/queue';
import { DeliveryWorkerService } from '@app/webhooks';
import { RelayWorker } from '@app/write-path';
import { Client } from 'pg';
import { eventually } from '../../support/eventually';
import { newId } from '../../support/books';
import type { CallOptions } from '../../support/http-client';
import type { TestMerchant, TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { DeliveryStack, insertEvent } from './delivery-stack';
import { FeedQueries } from '../../../libs/webhooks/src/events/feed.queries';
import { Endpoint } from './endpoint';

const PATH = 'business.php?section=events&action=';
const HOUR_MS = 3_600_000;

interface Item {
  id: string;
  sequence: number;
  event: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test asserts the shape it expects
  data: any;
}

describe('the feed of events', () => {
  let platform: Platform;
  let ada: TestMerchant;
  let ben: TestMerchant;
  let payer: TestUser;

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' }, secondBusiness: true });
    [ada, ben] = [await platform.merchant(), await platform.merchant()];
    payer = await platform.signUp();
    await platform.fund(payer, 'NGN', '5000.00');
  });
  afterAll(() => platform.stop());

  let looks: jest.SpyInstance<Promise<unknown>>;
  beforeEach(() => (looks = jest.spyOn(FeedQueries.prototype, 'page')));

  /** Resolves once readers have looked so often since this was last cleared: those that wait now wait in earnest. */
  async function looked(times: number): Promise<void> {
    await eventually(() => looks.mock.results.length >= times);
    await Promise.all(looks.mock.results.map((result) => result.value as Promise<unknown>));
  }

  /**
   * Lets readers wait until a change, or until `end` says that their time is up, however long that takes. Records for each
   * wait whether a change ended it.
   */
  function holdWaits() {
    const endedByChange: boolean[] = [];
    let end!: () => void;
    const isOver = new Promise<boolean>((resolve) => (end = () => resolve(false)));
    const { watch } = ChangeNotifier.prototype;
    jest.spyOn(ChangeNotifier.prototype, 'watch').mockImplementation(async function (
      this: ChangeNotifier,
      ...of
    ) {
      const watched = await watch.apply(this, of);
      if (!watched) return null;
      const changed = async () => {
        const isChange = await Promise.race([watched.changed(HOUR_MS), isOver]);
        endedByChange.push(isChange);
        return isChange;
      };
      return { ...watched, changed };
    });
    return { endedByChange, end };
  }
  afterEach(() => jest.restoreAllMocks());

  const relayed = () => platform.inside('scheduler', RelayWorker).run();
  const list = (query: string, options: CallOptions = { key: ada.live.secret_key }, host = 'business') =>
    platform.get(host, `${host === 'sandbox' ? 'events.php?action=' : PATH}list${query}`, options);
  const end = async (options?: CallOptions, host?: string): Promise<number> =>
    (await list('&after=latest', options, host)).body.next_after;

  /** Something happens for this account and is relayed; returns the event's id. */
  async function happen(
    { id: ownerId }: TestMerchant = ada,
    mode: 'live' | 'test' = 'live',
    type = 'wallet.funds-transferred',
  ) {
    const id = newId();
    const money = { minor: '1000', currency: 'NGN' };
    const data = {
      transactionId: newId(),
      sender: { usertag: 'payer' },
      recipient: { ownerId },
      sent: money,
      received: money,
      sessionId: 's',
      amount: money,
      gateway: 'card',
      escrow: false,
      gatewayStatus: 'declined',
    };
    const event = { id, type, aggregateId: newId(), ownerId, mode, data };
    await insertEvent({ query: (text, values) => platform.sql(text, values) }, platform.clock.now(), event);
    return id;
  }

  describe('list', () => {
    it('shows what happened to an app that has no endpoint at all, as endpoints would have got it', async () => {
      const body = { recipient: ada.usertag, amount: 12.34, pin: payer.pin };
      const after = await end();
      const sent = await platform.post('business', 'wallet.php?action=transfer', body, {
        token: payer.token,
      });
      await relayed();
      const { status: code, body: page } = await list(`&after=${after}`);
      expect(code).toBe(200);
      expect(page).toEqual({
        success: true,
        app_id: ada.live.app_id,
        data: [
          {
            id: expect.any(String),
            sequence: after + 1,
            event: 'transfer.received',
            data: {
              transaction_id: sent.body.transaction_id,
              amount: 12.34,
              currency: 'NGN',
              sent_amount: 12.34,
              sent_currency: 'NGN',
              from: payer.usertag,
            },
            timestamp: expect.any(Number),
            created_at: expect.stringMatching(/Z$/),
            object_id: sent.body.transaction_id,
            object_sequence: 1,
            on_request: false,
          },
        ],
        next_after: after + 1,
        has_more: false,
        oldest: 1,
        next_resent_after: expect.any(Number),
      });
      const [row] = await platform.sql<{ body: string }>('SELECT body FROM app_events WHERE event_id = $1', [
        page.data[0].id,
      ]);
      const { event, data, timestamp } = page.data[0];
      expect(JSON.stringify({ event, data, timestamp })).toBe(row!.body);
    });

    it('is read page by page, to the end and not beyond', async () => {
      const after = await end();
      const ids: string[] = [];
      for (let n = 0; n < 7; n++) ids.push(await happen());
      await relayed();
      const read: Item[] = [];
      let position = after;
      const more: boolean[] = [];
      for (let n = 0; n < 3; n++) {
        const { body } = await list(`&after=${position}&limit=3`);
        read.push(...body.data);
        more.push(body.has_more);
        position = body.next_after;
      }
      expect(read.map(({ id }) => id)).toEqual(ids);
      expect(read.map(({ sequence }) => sequence)).toEqual(ids.map((_, n) => after + 1 + n));
      expect(more).toEqual([true, true, false]);
      expect((await list(`&after=${position}`)).body).toMatchObject({ data: [], next_after: after + 7 });
    });

    it('shows only the types asked for, and steps over the others', async () => {
      const after = await end();
      await happen();
      const failed = await happen(ada, 'live', 'checkout.payment-failed');
      await happen();
      await relayed();
      const { body } = await list(`&after=${after}&types=payment.failed,payment.success`);
      expect(body).toMatchObject({ next_after: after + 3, has_more: false });
      expect(body.data.map(({ id }: Item) => id)).toEqual([failed]);
      const { body: first } = await list(`&after=${after}&types=transfer.received&limit=1`);
      expect(first).toMatchObject({ next_after: after + 1, has_more: true });
    });

    it('treats a position behind its end as one at its end', async () => {
      const last = await end();
      expect((await list('&after=999999999999')).body).toMatchObject({ data: [], next_after: last });
    });

    it.each([
      ['after=-1', 'after'],
      ['after=x', 'after'],
      ['after=1e3', 'after'],
      ['after=1&after=2', 'after'],
      ['resent_after=soon', 'resent_after'],
      ['types=payment.succes', 'types'],
      ['types=payment.success,', 'types'],
      ['limit=0', 'limit'],
      ['limit=101', 'limit'],
      ['wait=26', 'wait'],
      ['app_id=1', 'app_id'],
    ])('refuses %s', async (query, field) => {
      const answer = await list(`&${query}`);
      expect([answer.status, answer.body.error_code, answer.body.errors?.[0].field]).toEqual([
        ...[400, 'VALIDATION_ERROR', field],
      ]);
    });
  });

  describe('access to the feed', () => {
    it('a key reads its own app, a person the app they name, and neither reads the app of another', async () => {
      const id = await happen();
      await relayed();
      const session = { token: ada.token };
      const own = await list(`&app_id=${ada.live.app_id}&limit=100`, session);
      expect(own.body.data.map((item: Item) => item.id)).toContain(id);
      const sibling = await platform.people.createApp(ada, 'live');
      const refused = [
        await list('', session),
        await list(`&app_id=${ben.live.app_id}`, session),
        await list(`&app_id=${sibling.app_id}`),
        await list(`&app_id=${newId()}`, session),
      ];
      expect(refused.map(({ status: code, body }) => `${code} ${body.error_code}`)).toEqual([
        ...['400 VALIDATION_ERROR', '404 NOT_FOUND', '404 NOT_FOUND', '404 NOT_FOUND'],
      ]);
      for (const [action, by] of [
        ['detail', { key: ben.live.secret_key }],
        ['detail', { key: sibling.secret_key }],
        ['resend', { key: ben.live.secret_key }],
        ['resend', { key: sibling.secret_key }],
      ] as const) {
        const answer =
          action === 'detail'
            ? await platform.get('business', `${PATH}detail&id=${id}`, by)
            : await platform.post('business', `${PATH}resend`, { id }, by);
        expect([action, answer.status, answer.body.error_code]).toEqual([action, 404, 'NOT_FOUND']);
      }
    });

    it('live and test events are kept apart; test keys read here and on the sandbox', async () => {
      const testKey = { key: ada.test.secret_key };
      const after = await end(testKey);
      const id = await happen(ada, 'test', 'checkout.payment-failed');
      await relayed();
      for (const host of ['business', 'sandbox']) {
        const { body } = await list(`&after=${after}`, testKey, host);
        expect(body.data.map((item: Item) => [item.id, item.data.is_test])).toEqual([[id, true]]);
      }
      expect((await list('&limit=100')).text).not.toContain(id);
      expect((await list('', { key: ada.live.secret_key }, 'sandbox')).body.error_code).toBe(
        'LIVE_KEY_FORBIDDEN',
      );
      const resend = await platform.post('business', `${PATH}resend`, { id }, testKey);
      expect(resend.body.error_code).toBe('TEST_KEY_FORBIDDEN');
    });

    it('needs the scope webhooks:manage', async () => {
      const narrow = await platform.people.createApp(ada, 'live', { scopes: ['wallet:read'] });
      const answer = await list('', { key: narrow.secret_key });
      expect([answer.status, answer.body.error_code]).toEqual([403, 'SCOPE_MISSING']);
      expect((await list('', {})).status).toBe(401);
    });
  });

  describe('waiting', () => {
    /** Of an account of its own, so that no late notification of earlier events wakes its readers. */
    const quietApp = async () => (await platform.merchant()).live;

    it('is over as soon as an event comes, on whichever process', async () => {
      const after = await end();
      const second = await platform.secondBusinessUrl();
      looks.mockClear();
      const { endedByChange } = holdWaits();
      const waiting = [list(`&after=${after}&wait=25`), list(`&after=${after}&wait=25`, undefined, second)];
      await looked(2);
      const id = await happen();
      await relayed();
      for (const { body } of await Promise.all(waiting)) {
        expect(body.data.map((item: Item) => item.id)).toEqual([id]);
        expect(body.next_after).toBe(after + 1);
      }
      expect(new Set(endedByChange)).toEqual(new Set([true]));
    });

    it('goes on over events of other types and other apps, and ends with nothing when its time is up', async () => {
      const after = await end();
      looks.mockClear();
      const { endedByChange, end: endWaits } = holdWaits();
      const waiting = list(`&after=${after}&types=payment.success&wait=25`);
      await looked(1);
      await happen();
      await happen(ben);
      await relayed();
      await looked(2);
      endWaits();
      expect((await waiting).body).toMatchObject({ data: [], next_after: after + 1, has_more: false });
      expect(endedByChange.at(-1)).toBe(false);
    });

    it('receives events again after its connection to the database was lost', async () => {
      const after = await end();
      looks.mockClear();
      const { endedByChange } = holdWaits();
      const waiting = list(`&after=${after}&wait=25`);
      await looked(1);
      await platform.sql(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE query LIKE 'LISTEN news' AND datname = current_database()`,
      );
      const id = await happen();
      await relayed();
      expect((await waiting).body.data.map((item: Item) => item.id)).toEqual([id]);
      expect(new Set(endedByChange)).toEqual(new Set([true]));
    });

    it('ends early with nothing, but not at once, for a reader without room', async () => {
      const busy = await platform.merchant();
      const read = () => list('&after=latest&wait=25', { key: busy.live.secret_key });
      looks.mockClear();
      holdWaits();
      const readers = Array.from({ length: 8 }, read);
      await looked(8);
      const since = performance.now();
      const late = await Promise.all(Array.from({ length: 4 }, read));
      expect(late.map(({ status: code, body }) => [code, body.data])).toEqual(Array(4).fill([200, []]));
      // They have looked once, and a second passed before they could ask again.
      expect(looks).toHaveBeenCalledTimes(12);
      expect(performance.now() - since).toBeGreaterThan(900);
      const id = await happen(busy);
      await relayed();
      for (const { body } of await Promise.all(readers)) {
        expect(body.data.map((item: Item) => item.id)).toEqual([id]);
      }
    });

    it('asks the database nothing while nothing happens', async () => {
      const key = (await quietApp()).secret_key;
      looks.mockClear();
      await list('&after=latest&wait=2', { key });
      // Once as it came in, once as its time was up.
      expect(looks).toHaveBeenCalledTimes(2);
    });
  });

  describe('detail and resend', () => {
    let receiver: Endpoint;
    let hook: { id: string };

    beforeEach(async () => {
      receiver = await Endpoint.start();
      const body = { app_id: ada.live.app_id, url: receiver.url(), events: ['transfer.received'] };
      const path = 'business.php?section=webhooks&action=create';
      hook = (await platform.post('business', path, body, { token: ada.token })).body;
    });
    afterEach(async () => {
      await platform.sql('DELETE FROM webhook_endpoints WHERE id = $1', [hook.id]);
      await receiver.stop();
    });
    const key = () => ({ key: ada.live.secret_key });
    const detail = async (id: string) =>
      (await platform.get('business', `${PATH}detail&id=${id}`, key())).body;
    const resend = (body: object) => platform.post('business', `${PATH}resend`, body, key());
    const delivered = () => platform.inside('scheduler', DeliveryWorkerService).drain();

    it('shows each delivery with its attempts', async () => {
      receiver.answer = (response) => void response.writeHead(503).end('busy');
      const id = await happen();
      await relayed();
      await delivered();
      expect(await detail(id)).toMatchObject({
        success: true,
        id,
        event: 'transfer.received',
        deliveries: [
          {
            webhook_id: hook.id,
            event_id: id,
            status: 'pending',
            next_attempt_at: expect.any(String),
            attempts: [{ attempt: 1, status: 503, answer: 'busy', latency_ms: expect.any(Number) }],
          },
        ],
      });
    });

    it('sends again under the same id and number, also what was delivered, and notifies readers of the feed', async () => {
      const id = await happen();
      await relayed();
      await delivered();
      const { next_after, next_resent_after } = (await list('&after=latest&resent_after=latest')).body;
      looks.mockClear();
      const waiting = list(`&after=${next_after}&resent_after=${next_resent_after}&wait=25`);
      await looked(1);
      const answer = await resend({ id });
      expect(answer.body).toEqual({
        success: true,
        id,
        sequence: expect.any(Number),
        webhook_ids: [hook.id],
      });
      const { body } = await waiting;
      expect([body.data, body.resent.map((item: Item) => item.id), body.next_resent_after]).toEqual([
        ...[[], [id], next_resent_after + 1],
      ]);
      await delivered();
      expect(receiver.received).toHaveLength(2);
      expect(new Set(receiver.received.map(({ raw }) => raw.toString())).size).toBe(1);
      expect(new Set(receiver.header('x-service-event-id'))).toEqual(new Set([id]));
      expect(new Set(receiver.header('x-service-event-sequence')).size).toBe(1);
      expect(receiver.header('x-service-delivery-attempt')).toEqual(['1', '2']);
      expect((await detail(id)).deliveries).toMatchObject([{ status: 'delivered', attempts: [{}, {}] }]);
    });

    it('sends to one endpoint, also one that did not ask for the event or came later', async () => {
      const id = await happen(ada, 'live', 'checkout.payment-failed');
      await relayed();
      await delivered();
      expect(receiver.received).toHaveLength(0);
      expect((await resend({ id })).body.webhook_ids).toEqual([]);
      expect((await resend({ id, webhook_id: hook.id })).body.webhook_ids).toEqual([hook.id]);
      await delivered();
      expect(receiver.header('x-service-event-id')).toEqual([id]);
    });

    it('counts each request when it is asked for many times at once, and sends no delivery twice at a time', async () => {
      const id = await happen();
      await relayed();
      await delivered();
      const { next_resent_after: before } = (await list('&after=latest&resent_after=latest')).body;
      const answers = await Promise.all(Array.from({ length: 10 }, () => resend({ id })));
      expect(answers.map(({ status: code }) => code)).toEqual(Array(10).fill(200));
      await delivered();
      const { body } = await list(`&after=latest&resent_after=${before}`);
      expect(body.resent.map((item: Item) => item.id)).toEqual(Array(10).fill(id));
      const attempts = receiver.header('x-service-delivery-attempt').map(Number);
      expect(attempts).toEqual(attempts.map((_, n) => n + 1));
    });

    it('refuses what is not there, and an endpoint that is paused', async () => {
      const id = await happen();
      await relayed();
      const { body } = await platform.post(
        'business',
        'business.php?section=webhooks&action=create',
        { app_id: ben.live.app_id, url: receiver.url() },
        { token: ben.token },
      );
      const refusals = [
        await resend({ id: newId() }),
        await resend({ id, webhook_id: newId() }),
        await resend({ id, webhook_id: body.id }),
        await resend({ id: 'x' }),
      ];
      expect(refusals.map(({ status: code }) => code)).toEqual([404, 404, 404, 400]);
      const pause = { id: hook.id, active: false };
      await platform.post('business', 'business.php?section=webhooks&action=update', pause, key());
      const paused = await resend({ id, webhook_id: hook.id });
      expect([paused.status, paused.body.error_code]).toEqual([409, 'INVALID_STATE']);
      await platform.sql('DELETE FROM webhook_endpoints WHERE id = $1', [body.id]);
    });
  });

  describe('samples', () => {
    const trigger = (body: object, key = ada.test.secret_key) =>
      platform.post('sandbox', 'events.php?action=trigger', body, { key });

    it('are numbered, delivered and read like any event, marked, and only for the app that asked', async () => {
      const receiver = await Endpoint.start();
      const sibling = await platform.people.createApp(ada, 'test');
      const path = 'business.php?section=webhooks&action=create';
      for (const { app_id } of [ada.test, sibling])
        await platform.post(
          'business',
          path,
          { app_id, url: receiver.url(`/${app_id}`) },
          { token: ada.token },
        );
      const after = await end({ key: ada.test.secret_key }, 'sandbox');
      const journals = await platform.sql('SELECT count(*) FROM ledger.journals');
      const answer = await trigger({ type: 'escrow.resolved', data: { amount: 7.5, initiator: null } });
      expect(answer.body).toMatchObject({ success: true, event: 'escrow.resolved' });
      await relayed();
      const { body } = await list(`&after=${after}`, { key: ada.test.secret_key }, 'sandbox');
      expect(body.data).toMatchObject([
        {
          id: answer.body.id,
          sequence: after + 1,
          event: 'escrow.resolved',
          data: { amount: 7.5, initiator: null, resolution: 'release', is_sample: true },
        },
      ]);
      await platform.inside('scheduler', DeliveryWorkerService).drain();
      expect(receiver.received.map(({ path: to }) => to)).toEqual([`/${ada.test.app_id}`]);
      expect((await list('', { key: sibling.secret_key }, 'sandbox')).body.data).toEqual([]);
      expect((await list('&limit=100')).text).not.toContain(answer.body.id);
      expect(await platform.sql('SELECT count(*) FROM ledger.journals')).toEqual(journals);
      await receiver.stop();
    });

    it.each([
      [{}, 'type'],
      [{ type: 'payment.succeeded' }, 'type'],
      [{ type: 'payout.reversed' }, 'type'],
      [{ type: 'payment.success', data: { amuont: 1 } }, 'data.amuont'],
      [{ type: 'payment.success', data: { amount: 'a lot' } }, 'data.amount'],
      [{ type: 'payment.success', data: [] }, 'data'],
      [{ type: 'payment.success', data: { order_ref: 'x'.repeat(501) } }, 'data'],
    ])('%j is refused', async (body, field) => {
      const answer = await trigger(body);
      expect([answer.status, answer.body.error_code, answer.body.errors?.[0].field]).toEqual([
        ...[400, 'VALIDATION_ERROR', field],
      ]);
    });

    it('are there for test keys on the sandbox alone', async () => {
      const body = { type: 'payment.success' };
      expect((await trigger(body, ada.live.secret_key)).body.error_code).toBe('LIVE_KEY_FORBIDDEN');
      const elsewhere = await platform.post('business', `${PATH}trigger`, body, { key: ada.live.secret_key });
      expect([elsewhere.status, elsewhere.body.error_code]).toEqual([400, 'UNKNOWN_ACTION']);
      const narrow = await platform.people.createApp(ada, 'test', { scopes: ['wallet:read'] });
      expect((await trigger(body, narrow.secret_key)).body.error_code).toBe('SCOPE_MISSING');
    });
  });

  it('lets waiting readers go at once when its host closes', async () => {
    const { endedByChange } = holdWaits();
    const waiting = list(`&app_id=${ada.test.app_id}&after=latest&wait=25`, { token: ada.token });
    await looked(1);
    await platform.close('business');
    expect((await waiting).body).toMatchObject({ data: [] });
    expect(endedByChange).toEqual([true]);
  });
});

describe('a reader of the feed', () => {
  let stack: DeliveryStack;
  beforeAll(async () => (stack = await DeliveryStack.open()));
  afterAll(() => stack.close());

  it('misses no event, however relays and their commits overlap', async () => {
    const apps = [1, 2, 3].map(() => stack.directory.add('https://hooks.invalid/', { ownerId: newId() }));
    const relays = [1, 2, 3].map(() => stack.relay());
    const seen = new Map(apps.map(({ appId }) => [appId, [] as string[]]));
    const happened = new Map(apps.map(({ appId }) => [appId, new Set<string>()]));
    const feed = new FeedQueries(stack.pool);
    const positions = new Map(apps.map(({ appId }) => [appId, 0]));
    const read = async () => {
      for (const { appId } of apps) {
        const after = positions.get(appId)!;
        const page = await feed.page(appId, { after, resentAfter: null, types: null, limit: 50 });
        for (const { id, sequence } of page.data) {
          expect(sequence).toBe(seen.get(appId)!.push(id));
        }
        positions.set(appId, page.next_after);
      }
    };
    let over = false;
    const reading = (async () => {
      while (!over) await read();
      await read();
    })();
    for (let round = 0; round < 12; round++) {
      for (let n = 0; n < 30; n++) {
        const app = apps[n % 3]!;
        happened.get(app.appId)!.add(await stack.happen(app.ownerId));
      }
      await Promise.all(relays.map((relay) => relay.drain()));
    }
    over = true;
    await reading;
    for (const { appId } of apps) expect(new Set(seen.get(appId))).toEqual(happened.get(appId));
  });

  it('does not skip an event whose number is given and not committed yet', async () => {
    const app = stack.directory.add('https://hooks.invalid/', { ownerId: newId() });
    const slow = await stack.happen(app.ownerId);
    const holder = new Client({ connectionString: stack.books.config.env.DATABASE_URL });
    await holder.connect();
    // A relay that has numbered the event and hangs before its commit.
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM outbox WHERE id = $1 FOR UPDATE', [slow]);
    await holder.query('INSERT INTO app_event_counters (app_id, last) VALUES ($1, 1)', [app.appId]);
    await holder.query(
      `INSERT INTO app_events (app_id, sequence, event_id, event, body, created_at, numbered_at)
       VALUES ($1, 1, $2, 'transfer.received', $3, now(), now())`,
      [app.appId, slow, JSON.stringify({ event: 'transfer.received', data: {}, timestamp: 1 })],
    );
    await holder.query('UPDATE outbox SET relayed_at = now() WHERE id = $1', [slow]);
    const quick = await stack.happen(app.ownerId);
    const relaying = stack.relay().drain();
    const feed = new FeedQueries(stack.pool);
    const request = { after: 0, resentAfter: null, types: null, limit: 50 };
    for (let n = 0; n < 20; n++)
      expect(await feed.page(app.appId, request)).toMatchObject({ data: [], next_after: 0 });
    await holder.query('COMMIT');
    await holder.end();
    await relaying;
    const { data } = await feed.page(app.appId, request);
    expect(data.map(({ id, sequence }) => [id, sequence])).toEqual([
      [slow, 1],
      [quick, 2],
    ]);
  });
});
