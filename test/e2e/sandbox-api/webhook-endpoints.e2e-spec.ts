import { type CallOptions, outcomeOf } from '../../support/http-client';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { isSigned, type Receiver } from '../../support/receiver';

const path = (action: string, query = '') => `webhooks.php?action=${action}${query}`;

describe('webhooks.php of the sandbox', () => {
  let platform: Platform;
  let ada: TestMerchant;
  let key: CallOptions;
  let receiver: Receiver;

  beforeAll(async () => {
    platform = await startPlatform({
      apps: ['business', 'sandbox', 'scheduler'],
      env: { RATE_LIMITS: 'false' },
    });
    receiver = await platform.receiver();
  });
  beforeEach(async () => {
    ada = await platform.merchant();
    key = { key: ada.test.secret_key };
  });
  afterAll(() => platform.stop());

  const post = (action: string, body: object, by: CallOptions = key) =>
    platform.post('sandbox', path(action), body, by);
  const read = async (action: string, query = '', by: CallOptions = key) =>
    (await platform.get('sandbox', path(action, query), by)).body;

  it('lets a test key do with the endpoints of its app what the business host lets live keys and people do', async () => {
    const { body: endpoint } = await post('create', { url: receiver.url, events: ['payment.success'] });
    expect(endpoint).toEqual({
      success: true,
      id: ada.test.webhook_id,
      webhook_id: ada.test.webhook_id,
      app_id: ada.test.app_id,
      url: receiver.url,
      events: ['payment.success'],
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      created_at: expect.any(String),
    });
    const { id, secret } = endpoint;

    expect((await post('test', { id })).body).toEqual({ success: true, status: 200, delivered: true });
    const ping = await receiver.next(({ event, data }) => event === 'test.ping' && data.webhook_id === id);
    expect(isSigned(ping, secret)).toBe(true);

    expect(outcomeOf(await post('update', { id, events: ['*'] }))).toBe('200 OK');
    expect((await read('list')).data).toMatchObject([{ id, mode: 'test', events: ['*'], status: 'healthy' }]);
    expect(await read('detail', `&id=${id}`)).toMatchObject({ id, url: receiver.url });

    const { data } = (await read('deliveries', `&webhook_id=${id}`)).data;
    expect(data).toMatchObject([{ event: 'test.ping', status: 'delivered' }]);
    const again = await post('redeliver', { delivery_id: data[0].id });
    expect(again.body).toMatchObject({ attempt: 2, delivered: true });

    const rotated = await post('rotate-secret', { id, grace_hours: 0 });
    expect(rotated.body.secret).not.toBe(secret);

    const since = new Date(platform.clock.now().getTime() - 60_000).toISOString();
    expect((await post('replay', { webhook_id: id, since, dry_run: true })).body).toMatchObject({ total: 0 });
    expect((await read('replays', `&webhook_id=${id}`)).data).toEqual([]);

    expect(outcomeOf(await platform.delete('sandbox', path('delete', `&id=${id}`), {}, key))).toBe('200 OK');
    expect((await read('list')).data).toEqual([]);
  });

  it('keeps each key to its own app and scope', async () => {
    const { id } = (await post('create', { url: receiver.url })).body;
    const sibling = await platform.people.createApp(ada, 'test');
    const scoped = await platform.people.createApp(ada, 'test', { scopes: ['charges:create'] });
    const stranger = await platform.merchant();
    const outcome = async (by: CallOptions, action = 'update') =>
      outcomeOf(await post(action, { id, url: receiver.url }, by));
    expect([
      await outcome({ key: sibling.secret_key }),
      await outcome({ key: stranger.test.secret_key }),
      await outcome({ key: scoped.secret_key }, 'create'),
      await outcome({ key: ada.live.secret_key }, 'create'),
      await outcome({ token: ada.token }, 'create'),
      await outcome({}, 'create'),
      outcomeOf(await post('create', { url: receiver.url, app_id: sibling.app_id })),
      outcomeOf(await post('create', { url: receiver.url, app_id: ada.live.app_id })),
    ]).toEqual([
      ...['404 NOT_FOUND', '404 NOT_FOUND', '403 SCOPE_MISSING', '403 LIVE_KEY_FORBIDDEN'],
      ...['401 UNAUTHENTICATED', '401 UNAUTHENTICATED', '404 NOT_FOUND', '404 NOT_FOUND'],
    ]);
    expect((await read('list', '', { key: sibling.secret_key })).data).toEqual([]);
  });
});
