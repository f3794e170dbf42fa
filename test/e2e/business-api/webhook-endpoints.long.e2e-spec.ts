import { Commands } from '@app/write-path';
import type { Caller } from '@app/http';
import { DisableWebhookEndpoint, WEBHOOK_EVENTS, WebhookEndpointQueries } from '@app/merchants';
import { type CallOptions, type HttpAnswer, outcomeOf } from '../../support/http-client';
import type { TestKeys, TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';

const URL_A = 'https://shop.example/hooks/a';
const URL_B = 'http://127.0.0.1:9/hooks/b';
const UNKNOWN_ID = '01a1fbd0-40fb-7407-aac2-8ed8bd6c85b5';
const faults = ({ body }: HttpAnswer) => (body.errors ?? []).map(({ field }: { field: string }) => field);
describe('business.php?section=webhooks', () => {
  let platform: Platform;
  let merchant: TestMerchant;
  let session: CallOptions;
  let key: CallOptions;
  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
  });
  beforeEach(async () => {
    merchant = await platform.merchant();
    session = { token: merchant.token };
    key = { key: merchant.live.secret_key };
  });
  afterAll(() => platform.stop());

  const path = (action: string, query = '') => `business.php?section=webhooks&action=${action}${query}`;
  const create = (fields: object = {}, by: CallOptions = session) =>
    platform.post('business', path('create'), { app_id: merchant.live.app_id, url: URL_A, ...fields }, by);
  const list = async (by: CallOptions = session, query = '') =>
    (await platform.get('business', path('list', query), by)).body.data;
  const update = (fields: object, by: CallOptions = session) =>
    platform.post('business', path('update'), fields, by);
  const remove = (query: string, body: unknown, by: CallOptions = session) =>
    platform.delete('business', path('delete', query), body, by);
  const newApp = async (fields: object = {}): Promise<TestKeys> =>
    (
      await platform.post(
        'business',
        'business.php?section=apps&action=create',
        { app_name: 'x', mode: 'live', ...fields },
        session,
      )
    ).body;

  describe('section=webhooks&action=create', () => {
    it.each(['a session', 'the app’s own key'])(
      'registers an endpoint for %s and shows its secret once',
      async (who) => {
        const by = who === 'a session' ? session : key;
        const { status, body } = await create({ events: ['payment.success', 'payment.failed'] }, by);
        expect(status).toBe(200);
        expect(body).toEqual({
          success: true,
          id: expect.any(String),
          webhook_id: body.id,
          app_id: merchant.live.app_id,
          url: URL_A,
          events: ['payment.success', 'payment.failed'],
          created_at: expect.any(String),
          secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
        });
        const { text } = await platform.get('business', path('list'), by);
        expect(text).not.toContain('whsec_');
        expect(await list(by)).toEqual([
          {
            id: body.id,
            app_id: merchant.live.app_id,
            mode: 'live',
            url: URL_A,
            active: true,
            disabled_at: null,
            disabled_for: null,
            old_secret_expires_at: expect.any(String),
            status: 'healthy',
            failing_since: null,
            last_success_at: null,
            last_failure_at: null,
            success_rate_24h: null,
            attempts_24h: 0,
            events: ['payment.success', 'payment.failed'],
            created_at: expect.any(String),
          },
        ]);
      },
    );

    it('never shows a secret that was shown before: the first endpoint has the id that came with its app, and a new secret', async () => {
      const [first, second, third] = [(await create()).body, (await create()).body, (await create()).body];
      expect(first.id).toBe(merchant.live.webhook_id);
      expect(new Set([first.id, second.id, third.id]).size).toBe(3);
      const shown = [merchant.live.webhook_secret, first.secret, second.secret, third.secret];
      expect(new Set(shown).size).toBe(4);
      // The one that came with the app signs beside it for a day, like one that was rotated.
      const secrets = await platform.inside('business', WebhookEndpointQueries).secretsOf(first.id);
      expect(secrets).toEqual([first.secret, merchant.live.webhook_secret]);
      platform.clock.advance({ hours: 25 });
      expect(await platform.inside('business', WebhookEndpointQueries).secretsOf(first.id)).toEqual([
        first.secret,
      ]);
      platform.clock.advance({ hours: -25 });
    });

    it('registers each of many at once', async () => {
      const answers = await Promise.all(
        Array.from({ length: 4 }, (_, n) => create({ url: `${URL_A}/${n}` })),
      );
      expect(answers.map(outcomeOf)).toEqual(Array<string>(4).fill('200 OK'));
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(4);
      expect((await list()).map(({ url }: { url: string }) => url).sort()).toEqual(
        [0, 1, 2, 3].map((n) => `${URL_A}/${n}`),
      );
    });

    it.each([
      ['nothing', undefined],
      ['null', null],
      ['*', '*'],
      ['* with blanks', '* '],
      ['a list of *', ['*']],
      ['* among others', ['payment.success', '*']],
    ])('takes %s for all events', async (_what, events) => {
      expect((await create({ events })).body.events).toEqual(['*']);
    });

    it('takes every event that the service sends by name, once each', async () => {
      const { body } = await create({ events: [...WEBHOOK_EVENTS, 'payment.success'] });
      expect(body.events).toEqual([...WEBHOOK_EVENTS]);
    });

    it.each(
      [
        ...[undefined, null, '', 7, 'not-an-id', ['x'], {}, `${UNKNOWN_ID}\u0000`, 'x'.repeat(50_000)].map(
          (value) => ['app_id', value] as const,
        ),
        ...[
          ...[
            undefined,
            null,
            '',
            7,
            ['https://x.example'],
            {},
            'shop.example',
            '//shop.example/x',
            '/hooks',
            'https://',
          ],
          ...[
            'ftp://x.example',
            'javascript:alert(1)',
            'file:///etc/passwd',
            'data:text/html,x',
            'gopher://x.example',
          ],
          ...[
            'https://u:p@x.example',
            'https://x.example\\@evil.example',
            'https://x .example',
            'https://x.example\r\nX: y',
          ],
          `https://x.example/${'x'.repeat(3000)}`,
        ].map((value) => ['url', value] as const),
        ...[
          'payment.success',
          [],
          ['payment'],
          ['Payment.Success'],
          [7],
          [null],
          {},
          true,
          Array<string>(51).fill('payment.success'),
        ].map((value) => ['events', value] as const),
      ].map(([field, value]) => [field, (JSON.stringify(value) ?? 'nothing').slice(0, 50), value] as const),
    )('refuses %s %s', async (field, _title, value) => {
      const answer = await create({ [field]: value });
      expect(outcomeOf(answer)).toBe('400 VALIDATION_ERROR');
      expect(faults(answer)).toEqual([field]);
      expect(await list()).toEqual([]);
    });

    it('refuses a URL that cannot be stored', async () => {
      expect(outcomeOf(await create({ url: 'https://x.example/\u0000' }))).toBe('400 VALIDATION_ERROR');
    });

    it('answers another user’s app with 404, like an unknown one', async () => {
      const stranger = await platform.merchant();
      for (const app_id of [stranger.live.app_id, stranger.test.app_id, UNKNOWN_ID]) {
        expect(outcomeOf(await create({ app_id }))).toBe('404 NOT_FOUND');
        expect(outcomeOf(await create({ app_id }, key))).toBe('404 NOT_FOUND');
      }
      expect(await list({ token: stranger.token })).toEqual([]);
    });

    it('keeps a key to its own app, among apps of one owner', async () => {
      const sibling = await newApp();
      expect(outcomeOf(await create({ app_id: sibling.app_id }, key))).toBe('404 NOT_FOUND');
      expect(outcomeOf(await create({ app_id: sibling.app_id }))).toBe('200 OK');
    });

    it('refuses a revoked app', async () => {
      const body = { app_id: merchant.live.app_id, pin: merchant.pin };
      await platform.post('business', 'business.php?section=apps&action=revoke', body, session);
      expect(outcomeOf(await create())).toBe('409 INVALID_STATE');
    });

    it('stops at 50 live and 50 test endpoints of an account, however many apps it has and commands run at once', async () => {
      const sibling = await newApp();
      for (let n = 0; n < 44; n++) expect(outcomeOf(await create())).toBe('200 OK');
      const racing = Array.from({ length: 12 }, (_, n) =>
        create({ app_id: n % 2 ? sibling.app_id : merchant.live.app_id }),
      );
      // An app that is made with an address, and the address of one that waits for it, count like the others.
      const waiting = (await newApp()).webhook_id;
      const addressed = platform.post(
        ...(['business', 'business.php?section=apps&action=create'] as const),
        { app_name: 'x', mode: 'live', webhook_url: URL_A },
        session,
      );
      const given = update({ id: waiting, url: URL_A });
      const outcomes = (await Promise.all([...racing, addressed, given])).map(outcomeOf);
      expect(outcomes.filter((outcome) => outcome === '200 OK')).toHaveLength(6);
      expect(outcomes.filter((outcome) => outcome === '400 LIMIT_REACHED')).toHaveLength(8);
      expect(await list()).toHaveLength(50);
      expect(outcomeOf(await create({ app_id: merchant.test.app_id }))).toBe('200 OK');
    });

    it('keeps the secret sealed', async () => {
      const { id, secret } = (await create()).body;
      const [row] = await platform.sql<{ secret_ciphertext: Buffer }>(
        'SELECT secret_ciphertext FROM webhook_endpoints WHERE id = $1',
        [id],
      );
      expect(row!.secret_ciphertext.includes(secret.slice(6, 26))).toBe(false);
      // Copied into another row it opens nothing.
      const other = (await create()).body;
      await platform.sql('UPDATE webhook_endpoints SET secret_ciphertext = $2 WHERE id = $1', [
        other.id,
        row!.secret_ciphertext,
      ]);
      const reader = platform.inside('business', WebhookEndpointQueries);
      expect((await reader.secretsOf(id))[0]).toBe(secret);
      await expect(reader.secretsOf(other.id)).rejects.toThrow();
    });
  });

  describe('section=webhooks&action=list', () => {
    it('shows a person the endpoints of all their apps, and of one where asked', async () => {
      const live = (await create()).body;
      const test = (await create({ app_id: merchant.test.app_id, url: URL_B })).body;
      expect((await list()).map(({ id }: { id: string }) => id).sort()).toEqual([live.id, test.id].sort());
      expect(await list(session, `&app_id=${merchant.test.app_id}`)).toMatchObject([
        { id: test.id, mode: 'test', url: URL_B },
      ]);
      expect(await list(session, `&app_id=${UNKNOWN_ID}`)).toEqual([]);
    });

    it('shows a key those of its own app alone', async () => {
      const live = (await create()).body;
      await create({ app_id: merchant.test.app_id });
      expect(await list(key)).toMatchObject([{ id: live.id }]);
      expect(await list({ key: merchant.test.secret_key })).toMatchObject([{ app_id: merchant.test.app_id }]);
      expect(
        outcomeOf(await platform.get('business', path('list', `&app_id=${merchant.test.app_id}`), key)),
      ).toBe('404 NOT_FOUND');
    });

    it('hides the endpoints of other users', async () => {
      await create();
      const stranger = await platform.merchant();
      expect(await list({ token: stranger.token })).toEqual([]);
      expect(await list({ key: stranger.live.secret_key })).toEqual([]);
      expect(await list({ token: stranger.token }, `&app_id=${merchant.live.app_id}`)).toEqual([]);
    });

    it.each(['x', '1e21', '-1', '%00', `${UNKNOWN_ID}&app_id=${UNKNOWN_ID}`, "'%20OR%201=1--"])(
      'refuses app_id=%s',
      async (value) => {
        expect(outcomeOf(await platform.get('business', path('list', `&app_id=${value}`), session))).toBe(
          '400 VALIDATION_ERROR',
        );
      },
    );
  });

  describe('section=webhooks&action=update', () => {
    it('moves an endpoint, changes its events, stops and resumes it', async () => {
      const { id } = (await create()).body;
      expect(outcomeOf(await update({ id, url: URL_B, events: ['payment.failed'] }))).toBe('200 OK');
      expect(await list()).toMatchObject([{ id, url: URL_B, events: ['payment.failed'], active: true }]);
      await update({ id, active: false }, key);
      expect(await list()).toMatchObject([{ url: URL_B, active: false, disabled_at: expect.any(String) }]);
      await update({ id, active: true });
      expect(await list()).toMatchObject([{ active: true, disabled_at: null }]);
      expect(outcomeOf(await update({ id, events: [] }))).toBe('400 VALIDATION_ERROR');
      await update({ id, events: '*' });
      expect(await list()).toMatchObject([{ url: URL_B, events: ['*'] }]);
    });

    it('leaves alone what is absent or null, and what it does not change', async () => {
      const { id } = (await create({ events: ['payment.failed'] })).body;
      const before = await list();
      await update({ id, url: null, events: null, active: null });
      await update({
        id,
        app_id: merchant.test.app_id,
        owner_id: UNKNOWN_ID,
        mode: 'test',
        secret: 'x',
        secret_ciphertext: 'x',
      });
      expect(await list()).toEqual(before);
    });

    it.each([
      ['url', 'ftp://x.example'],
      ['url', 7],
      ['events', ['payment']],
      ['events', ['payout.reversed']],
      ['active', 'false'],
      ['active', 0],
      ['id', 'x'],
      ['id', undefined],
      ['id', [UNKNOWN_ID]],
    ])('refuses %s %j and changes nothing', async (field, value) => {
      const { id } = (await create()).body;
      const before = await list();
      const answer = await update({ id, events: ['payment.failed'], [field]: value });
      expect(outcomeOf(answer)).toBe('400 VALIDATION_ERROR');
      expect(faults(answer)).toEqual([field]);
      expect(await list()).toEqual(before);
    });

    it('finds no endpoint of another person, nor a key one of another app', async () => {
      const { id } = (await create({ app_id: merchant.test.app_id })).body;
      const before = await list();
      const stranger = await platform.merchant();
      for (const by of [{ token: stranger.token }, { key: stranger.live.secret_key }, key]) {
        expect(outcomeOf(await update({ id, url: URL_B, active: false }, by))).toBe('404 NOT_FOUND');
        expect(outcomeOf(await update({ id: UNKNOWN_ID, url: URL_B }, by))).toBe('404 NOT_FOUND');
      }
      expect(await list()).toEqual(before);
    });
  });

  describe('section=webhooks&action=delete', () => {
    it.each(['the query', 'the body', 'both'])('takes the id from %s', async (where) => {
      const { id } = (await create()).body;
      const query = where === 'the body' ? '' : `&id=${id}`;
      const answer = await remove(query, where === 'the query' ? undefined : { id });
      expect(outcomeOf(answer)).toBe('200 OK');
      expect(await list()).toEqual([]);
      expect(outcomeOf(await remove(query, { id }))).toBe('404 NOT_FOUND');
    });

    it('refuses two ids, none, and what is no id', async () => {
      const { id } = (await create()).body;
      const other = (await create()).body;
      expect(outcomeOf(await remove(`&id=${id}`, { id: other.id }))).toBe('400 VALIDATION_ERROR');
      expect(outcomeOf(await remove(`&id=${id}&id=${other.id}`, undefined))).toBe('400 VALIDATION_ERROR');
      expect(outcomeOf(await remove('', undefined))).toBe('400 VALIDATION_ERROR');
      expect(outcomeOf(await remove('', { id: null }))).toBe('400 VALIDATION_ERROR');
      for (const bad of ['x', '1e21', '%00', '-1'])
        expect(outcomeOf(await remove(`&id=${bad}`, undefined))).toBe('400 VALIDATION_ERROR');
      for (const bad of [7, true, [id], {}])
        expect(outcomeOf(await remove('', { id: bad }))).toBe('400 VALIDATION_ERROR');
      expect(await list()).toHaveLength(2);
    });

    it('finds no endpoint of another person, nor a key one of another app', async () => {
      const { id } = (await create({ app_id: merchant.test.app_id })).body;
      const stranger = await platform.merchant();
      for (const by of [{ token: stranger.token }, { key: stranger.live.secret_key }, key]) {
        expect(outcomeOf(await remove(`&id=${id}`, undefined, by))).toBe('404 NOT_FOUND');
      }
      expect(await list()).toHaveLength(1);
    });

    it('is a DELETE', async () => {
      const answer = await platform.post('business', path('delete'), { id: UNKNOWN_ID }, session);
      expect(outcomeOf(answer)).toBe('400 METHOD_NOT_SUPPORTED');
      expect(answer.headers.get('allow')).toBe('DELETE');
    });
  });

  describe('access to endpoints', () => {
    const everyAction = async (by: CallOptions) => {
      const { id } = (await create()).body;
      const answers = [
        await create({}, by),
        await platform.get('business', path('list'), by),
        await update({ id, active: true }, by),
        await remove(`&id=${id}`, undefined, by),
      ];
      return answers.map(outcomeOf);
    };

    it('is refused without credentials', async () => {
      expect(await everyAction({})).toEqual(Array<string>(4).fill('401 UNAUTHENTICATED'));
    });

    it('is refused to a public key', async () => {
      expect(await everyAction({ key: merchant.live.public_key })).toEqual(
        Array<string>(4).fill('401 INVALID_API_KEY'),
      );
    });

    it('is given to a test key for looking, no more', async () => {
      const forbidden = '403 TEST_KEY_FORBIDDEN';
      expect(await everyAction({ key: merchant.test.secret_key })).toEqual([
        forbidden,
        '200 OK',
        forbidden,
        forbidden,
      ]);
    });

    it('is given to a key with the scope webhooks:manage, and to no key without it', async () => {
      const without = await newApp({ scopes: ['charges:create', 'wallet:read'] });
      expect(await everyAction({ key: without.secret_key })).toEqual(
        Array<string>(4).fill('403 SCOPE_MISSING'),
      );
      const refused = await platform.get('business', path('list'), { key: without.secret_key });
      expect(refused.body.message).toContain('webhooks:manage');
      const withScope = await newApp({ scopes: ['webhooks:manage'] });
      const by = { key: withScope.secret_key };
      const { id } = (await create({ app_id: withScope.app_id }, by)).body;
      expect([
        outcomeOf(await update({ id, active: false }, by)),
        outcomeOf(await remove(`&id=${id}`, undefined, by)),
      ]).toEqual(['200 OK', '200 OK']);
    });
  });

  describe('the endpoints that deliveries read', () => {
    let reader: WebhookEndpointQueries;
    beforeEach(() => {
      reader = platform.inside('business', WebhookEndpointQueries);
    });
    const ids = async (mode: 'live' | 'test') =>
      (await reader.appsOf([{ ownerId: merchant.id, mode }])).flatMap(({ endpoint }) => endpoint?.id ?? []);

    it('are those of all apps of the account whose mode fits; none that waits for its address', async () => {
      expect(await ids('live')).toEqual([]);
      const live = (await create()).body;
      const sibling = await newApp();
      const other = (await create({ app_id: sibling.app_id, events: ['payment.failed'] })).body;
      const test = (await create({ app_id: merchant.test.app_id })).body;
      expect(await ids('live')).toEqual([live.id, other.id].sort());
      expect(await ids('test')).toEqual([test.id]);
      const [destination] = await reader.destinationsOf([other.id]);
      expect(destination).toMatchObject({ id: other.id, url: URL_A, active: true });
      expect(destination!.secrets()).toEqual([other.secret, sibling.webhook_secret]);
    });

    it('are none that is disabled, deleted or of a revoked app', async () => {
      const [kept, disabled, deleted] = [(await create()).body, (await create()).body, (await create()).body];
      const sibling = await newApp({ webhook_url: URL_A });
      expect(await ids('live')).toContain(sibling.webhook_id);
      const commands = platform.inside('business', Commands);
      for (const id of [disabled.id, disabled.id, UNKNOWN_ID])
        await commands.execute(new DisableWebhookEndpoint(id, new Date()));
      await remove(`&id=${deleted.id}`, undefined);
      const body = { app_id: sibling.app_id, pin: merchant.pin };
      await platform.post('business', 'business.php?section=apps&action=revoke', body, session);
      expect(await ids('live')).toEqual([kept.id]);
      const all = [kept.id, disabled.id, deleted.id, sibling.webhook_id];
      const found = (await reader.destinationsOf(all)).map(({ id, active }) => [id, active]);
      expect(new Map(found as [string, boolean][])).toEqual(
        new Map([
          [kept.id, true],
          [disabled.id, false],
        ]),
      );
      expect(await reader.secretsOf(deleted.id)).toEqual([]);
    });

    it('include one by its id for its owner, disabled or not, and for no other user', async () => {
      const { id } = (await create()).body;
      await update({ id, active: false });
      const stranger = await platform.signUp();
      const user = (userId: string): Caller =>
        ({
          kind: 'user',
          userId,
          sessionId: '',
          accountId: userId,
          teamRole: null,
          accountType: 'business',
          staffRole: null,
          twoFactorEnabled: false,
          provedAt: null,
          emailVerified: true,
        }) as const;
      const app = (appId: string): Caller =>
        ({
          kind: 'app',
          appId,
          ownerId: merchant.id,
          mode: 'live',
          emailVerified: true,
          scopes: null,
          allowedIps: [],
          ratePerMinute: null,
        }) as const;
      expect(await reader.byIdFor(user(merchant.id), id)).toMatchObject({ id, url: URL_A });
      expect(await reader.byIdFor(app(merchant.live.app_id), id)).toMatchObject({ id });
      for (const caller of [user(stranger.id), app(merchant.test.app_id)]) {
        await expect(reader.byIdFor(caller, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      }
      await expect(reader.byIdFor(user(merchant.id), 'x')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });
  });
});

describe('an installation that refuses private addresses', () => {
  let strict: Platform;
  let owner: TestMerchant;
  beforeAll(async () => {
    strict = await startPlatform({ env: { RATE_LIMITS: 'false', WEBHOOK_ALLOW_PRIVATE: 'false' } });
    owner = await strict.merchant();
  });
  afterAll(() => strict.stop());

  const PRIVATE = [
    ...[
      'http://127.0.0.1/',
      'http://localhost/',
      'http://169.254.169.254/latest/meta-data',
      'http://10.0.0.1/',
      'http://192.168.1.1/',
    ],
    ...[
      'http://[::1]/',
      'http://[::ffff:127.0.0.1]/',
      'http://0.0.0.0/',
      'http://2130706433/',
      'http://0x7f.1/',
      'http://[fd00::1]/',
    ],
  ];

  it.each(PRIVATE)('%s is refused wherever an address is given', async (url) => {
    const post = (query: string, body: object) =>
      strict.post('business', `business.php?${query}`, body, { token: owner.token });
    const registered = (
      await post('section=webhooks&action=create', { app_id: owner.live.app_id, url: 'https://1.1.1.1/' })
    ).body;
    const answers = [
      await post('section=webhooks&action=create', { app_id: owner.live.app_id, url }),
      await post('section=webhooks&action=update', { id: registered.id, url }),
      await post('section=apps&action=create', { app_name: 'x', mode: 'live', webhook_url: url }),
    ];
    expect(answers.map((answer) => [outcomeOf(answer), ...faults(answer)])).toEqual([
      ['400 VALIDATION_ERROR', 'url'],
      ['400 VALIDATION_ERROR', 'url'],
      ['400 VALIDATION_ERROR', 'webhook_url'],
    ]);
  });
});
