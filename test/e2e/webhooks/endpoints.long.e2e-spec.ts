import { createHmac } from 'node:crypto';
import { metricsRegistry } from '@app/http';
import { DeliveryWorkerService } from '@app/webhooks';
import { RelayWorker } from '@app/write-path';
import { newId } from '../../support/books';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { insertEvent } from './delivery-stack';
import { Endpoint, nothing, status } from './endpoint';

const PATH = 'business.php?section=webhooks&action=';

/** An event of an account, by the names it has inside and outside. */
const KINDS = {
  'transfer.received': 'wallet.funds-transferred',
  'payment.failed': 'checkout.payment-failed',
} as const;
type Kind = keyof typeof KINDS;
type Mode = 'live' | 'test';

describe('business.php?section=webhooks', () => {
  let platform: Platform;
  let receiver: Endpoint;
  let ada: TestMerchant;
  let ben: TestMerchant;

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false', WEBHOOK_TIMEOUT_SECONDS: '1' } });
    [ada, ben] = [await platform.merchant(), await platform.merchant()];
  });
  beforeEach(async () => {
    receiver = await Endpoint.start();
    // Sessions end as the clock is moved.
    for (const merchant of [ada, ben]) {
      const { email, password } = merchant;
      const answer = await platform.post('business', 'auth.php?action=login', { email, password });
      merchant.token = answer.body.access_token;
    }
  });
  afterEach(async () => {
    await platform.sql('DELETE FROM webhook_endpoints WHERE url IS NOT NULL');
    await receiver.stop();
  });
  afterAll(() => platform.stop());

  async function register(merchant: TestMerchant, mode: Mode, path: string, events?: string[]) {
    const { app_id } = merchant[mode];
    const body = { app_id, url: receiver.url(path), events };
    const answer = await platform.post('business', `${PATH}create`, body, { token: merchant.token });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body as { id: string; secret: string };
  }

  async function happen(merchant: TestMerchant, mode: Mode, kind: Kind): Promise<string> {
    const id = newId();
    const money = { minor: '1000', currency: 'NGN' };
    const data = {
      transactionId: newId(),
      sender: { usertag: 'ada' },
      recipient: { ownerId: merchant.id },
      sent: money,
      received: money,
      sessionId: 's',
      amount: money,
      gateway: 'card',
      escrow: false,
      gatewayStatus: 'declined',
    };
    const event = { id, type: KINDS[kind], aggregateId: newId(), ownerId: merchant.id, mode, data };
    await insertEvent({ query: (text, values) => platform.sql(text, values) }, platform.clock.now(), event);
    return id;
  }

  async function settle(): Promise<void> {
    await platform.inside('scheduler', RelayWorker).run();
    await platform.inside('scheduler', DeliveryWorkerService).drain();
  }

  it('each event reaches every endpoint of its account, mode and subscription, once, and no other', async () => {
    const requests: [string, string[] | undefined][] = [
      ['all', ['*']],
      ['absent', undefined],
      ['transfers', ['transfer.received']],
      ['payments', ['payment.failed', 'payment.success']],
      ['payrolls', ['payroll.completed']],
    ];
    const expected: string[] = [];
    for (const merchant of [ada, ben]) {
      for (const mode of ['live', 'test'] as const) {
        for (const [request, events] of requests)
          await register(merchant, mode, `/${merchant.usertag}/${mode}/${request}`, events);
        for (const kind of Object.keys(KINDS) as Kind[]) {
          const id = await happen(merchant, mode, kind);
          const takers = ['all', 'absent', kind === 'transfer.received' ? 'transfers' : 'payments'];
          for (const request of takers) expected.push(`/${merchant.usertag}/${mode}/${request} ${id}`);
        }
      }
    }
    await settle();
    const got = receiver.received.map(
      ({ path, headers }) => `${path} ${String(headers['x-service-event-id'])}`,
    );
    expect(got.toSorted()).toEqual(expected.toSorted());
  });

  it('an endpoint that was deleted, was paused, or whose app was revoked gets nothing more', async () => {
    const { app_id } = await platform.people.createApp(ada, 'live');
    const deleted = await register(ada, 'live', '/deleted');
    const paused = await register(ada, 'live', '/paused');
    const body = { app_id, url: receiver.url('/revoked') };
    await platform.post('business', `${PATH}create`, body, { token: ada.token });
    receiver.answer = status(500);
    await happen(ada, 'live', 'transfer.received');
    await settle();
    expect(receiver.received.map(({ path }) => path).toSorted()).toEqual(['/deleted', '/paused', '/revoked']);

    const { token, pin } = ada;
    const answers = [
      await platform.delete('business', `${PATH}delete&id=${deleted.id}`, undefined, { token }),
      await platform.post('business', `${PATH}update`, { id: paused.id, active: false }, { token }),
      await platform.post('business', 'business.php?section=apps&action=revoke', { app_id, pin }, { token }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    await happen(ada, 'live', 'transfer.received');
    platform.clock.advance({ minutes: 2 });
    await settle();
    expect(receiver.received).toHaveLength(3);
    const rows = await platform.sql(
      `SELECT endpoint_id, status, attempts FROM webhook_deliveries WHERE endpoint_id = ANY ($1) ORDER BY status`,
      [[deleted.id, paused.id]],
    );
    expect(rows).toEqual([
      { endpoint_id: deleted.id, status: 'failed', attempts: 2 },
      { endpoint_id: paused.id, status: 'pending', attempts: 1 },
    ]);
  });

  describe('action=test', () => {
    const ping = (id: string, options: object) => platform.post('business', `${PATH}test`, { id }, options);

    it('sends a signed test.ping at once and says what the endpoint answered', async () => {
      const { id, secret } = await register(ada, 'live', '/ping');
      receiver.answer = status(202);
      const answer = await ping(id, { token: ada.token });
      expect(answer.body).toEqual({ success: true, status: 202, delivered: true });
      const [{ raw, headers }] = receiver.received as [(typeof receiver.received)[0]];
      expect(JSON.parse(raw.toString())).toEqual({
        event: 'test.ping',
        data: { webhook_id: id, app_id: ada.live.app_id, message: expect.any(String) },
        timestamp: expect.any(Number),
      });
      const expected = createHmac('sha256', secret).update(raw).digest('hex');
      expect(headers['x-service-signature']).toBe(`sha256=${expected}`);
      expect(headers).not.toHaveProperty('x-service-event-sequence');
    });

    it('is there for a key of the endpoint’s own app', async () => {
      const { id } = await register(ada, 'live', '/ping');
      expect((await ping(id, { key: ada.live.secret_key })).body).toMatchObject({ delivered: true });
    });

    it.each<[string, Endpoint['answer'], object]>([
      ['a failure', status(503), { status: 503, delivered: false, error: 'answered 503' }],
      ['a redirect', status(302, { location: '/x' }), { status: 302, delivered: false }],
      [
        'a 200 that cannot be read',
        (response) => void response.socket!.end('HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n'),
        { status: 200, delivered: true },
      ],
      ['silence', nothing, { status: null, delivered: false, error: 'no answer within 1 seconds' }],
    ])('says so where the answer is %s, and never tries again', async (_, answer, expected) => {
      const { id } = await register(ada, 'live', '/ping');
      receiver.answer = answer;
      const { status: code, body } = await ping(id, { token: ada.token });
      expect(code).toBe(200);
      expect(body).toMatchObject(expected);
      platform.clock.advance({ days: 2 });
      await settle();
      expect(receiver.received).toHaveLength(1);
    });

    it('shows nothing of what the endpoint said but the status', async () => {
      const { id } = await register(ada, 'live', '/ping');
      receiver.answer = (response) => void response.writeHead(500, { 'x-inside': 'secret' }).end('secret');
      expect((await ping(id, { token: ada.token })).text).not.toContain('secret');
    });

    it('answers 404 for the endpoint of another, for none, and for another app than the key’s', async () => {
      const { id } = await register(ada, 'live', '/ping');
      const other = await platform.people.createApp(ada, 'live');
      const answers = [
        await ping(id, { token: ben.token }),
        await ping(id, { key: ben.live.secret_key }),
        await ping(id, { key: other.secret_key }),
        await ping(newId(), { token: ada.token }),
      ];
      for (const answer of answers) {
        expect(answer.status).toBe(404);
        expect(answer.body).toMatchObject({ success: false, error_code: 'NOT_FOUND' });
      }
      expect(receiver.received).toEqual([]);
    });

    it('needs the scope webhooks:manage, names it, and takes no test key', async () => {
      const { id } = await register(ada, 'live', '/ping');
      const narrow = await platform.people.createApp(ada, 'live', { scopes: ['wallet:read'] });
      const refused = await ping(id, { key: narrow.secret_key });
      expect(refused.status).toBe(403);
      expect(refused.body).toMatchObject({ error_code: 'SCOPE_MISSING' });
      expect(refused.text).toContain('webhooks:manage');
      const testKey = await ping(id, { key: ada.test.secret_key });
      expect([testKey.status, testKey.body.error_code]).toEqual([403, 'TEST_KEY_FORBIDDEN']);
      expect((await ping(id, {})).status).toBe(401);
      expect(receiver.received).toEqual([]);
    });

    it.each(['', 'x', 1, null, {}, "' OR 1=1"])('answers 400 for the id %j', async (id) => {
      const answer = await ping(id as string, { token: ada.token });
      expect([answer.status, answer.body.error_code]).toEqual([400, 'VALIDATION_ERROR']);
    });
  });

  it('partitions of deliveries and attempts are there three months ahead, whatever the date', async () => {
    await register(ada, 'live', '/later');
    for (let n = 0; n < 3; n++) {
      await platform.runJobs();
      const at = platform.clock.now();
      for (const parent of ['webhook_deliveries', 'webhook_attempts']) {
        for (const ahead of [0, 1, 2]) {
          const month = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + ahead, 1)).toISOString();
          const name = `${parent}_${month.slice(0, 7).replace('-', '_')}`;
          expect(await platform.sql('SELECT to_regclass($1) IS NOT NULL AS there', [name])).toEqual([
            { there: true },
          ]);
        }
      }
      platform.clock.advance({ days: 31 });
    }
    await happen(ada, 'live', 'transfer.received');
    await settle();
    expect(receiver.received).toHaveLength(1);
    expect(await platform.sql('SELECT count(*)::int AS n FROM webhook_deliveries_other')).toEqual([{ n: 0 }]);
    expect(await platform.sql('SELECT count(*)::int AS n FROM webhook_attempts_other')).toEqual([{ n: 0 }]);
  });

  it('parked events and attempts are to be seen in the metrics, each of them once', async () => {
    await platform.sql(
      `INSERT INTO outbox (id, aggregatetype, aggregateid, type, payload, owner_id, mode, correlation_id, created_at, parked_at)
       VALUES ($1, 'x', 'x', 'x.y', '{}', $2, 'live', 'c', now(), now())`,
      [newId(), ada.id],
    );
    await platform.inside('scheduler', RelayWorker).measure();
    const text = await metricsRegistry.metrics();
    for (const name of [
      'outbox_events_waiting',
      'outbox_oldest_waiting_seconds',
      'webhook_deliveries_in_flight',
    ])
      expect(text.match(new RegExp(`^${name} \\d`, 'gm'))).toHaveLength(1);
    expect(text).toMatch(/^outbox_events_parked 1$/m);
    expect(text).toMatch(/^webhook_attempts_total\{outcome="delivered"\} [1-9]/m);
    await platform.sql('DELETE FROM outbox WHERE parked_at IS NOT NULL');
  });
});

describe('webhooks where private addresses are refused', () => {
  let platform: Platform;
  let receiver: Endpoint;
  let ada: TestMerchant;

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false', WEBHOOK_ALLOW_PRIVATE: 'false' } });
    receiver = await Endpoint.start();
    ada = await platform.merchant();
  });
  afterAll(async () => {
    await platform.stop();
    await receiver.stop();
  });

  const call = (action: string, body: object) =>
    platform.post('business', `${PATH}${action}`, body, { token: ada.token });
  const create = (url: string) => call('create', { app_id: ada.live.app_id, url });

  it('neither a new endpoint nor a changed one may lead there', async () => {
    const { port } = receiver;
    const { body } = await create('https://hooks.invalid/');
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', '169.254.169.254', '10.0.0.1']) {
      const url = `http://${host}:${port}/`;
      for (const answer of [await create(url), await call('update', { id: body.id, url })]) {
        expect([url, answer.status, answer.body.error_code]).toEqual([url, 400, 'VALIDATION_ERROR']);
      }
    }
    expect(receiver.connections).toBe(0);
  });

  it('an address that became private is not connected to, by a ping or by a delivery', async () => {
    const { body } = await create('https://hooks.invalid/');
    await platform.sql('UPDATE webhook_endpoints SET url = $2 WHERE id = $1', [body.id, receiver.url()]);
    expect((await call('test', { id: body.id })).body).toEqual({
      success: true,
      status: null,
      delivered: false,
      error: 'the destination is not a public address',
    });
    const id = newId();
    const money = { minor: '1000', currency: 'NGN' };
    await insertEvent({ query: (text, values) => platform.sql(text, values) }, platform.clock.now(), {
      id,
      type: 'wallet.funds-transferred',
      aggregateId: newId(),
      ownerId: ada.id,
      mode: 'live',
      data: { sender: {}, recipient: { ownerId: ada.id }, sent: money, received: money },
    });
    await platform.inside('scheduler', RelayWorker).run();
    await platform.inside('scheduler', DeliveryWorkerService).drain();
    const attempts = await platform.sql(
      `SELECT a.error FROM webhook_attempts a JOIN webhook_deliveries d ON d.id = a.delivery_id
        WHERE d.event_id = $1 AND d.endpoint_id = $2`,
      [id, body.id],
    );
    expect(attempts).toEqual([{ error: 'the destination is not a public address' }]);
    expect(receiver.connections).toBe(0);
  });
});
