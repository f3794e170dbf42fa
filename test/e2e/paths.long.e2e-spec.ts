import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { CARDS } from '../support/test-cards';
import { eventually } from '../support/eventually';
import { takeLog } from '../support/log-lines';
import type { TestMerchant, TestStaff, TestUser } from '../support/people';
import { type Platform, startPlatform } from '../support/platform';
import { Shop, tokenOf } from './checkout-api/cards';
import { Escrows } from './escrow/escrows';
import { Portal } from './escrow/portal';

const FORM = 'application/x-www-form-urlencoded';
const SURE = new URLSearchParams({ sure: 'yes' });
const TRIED = { 'x-dry-run': 'true', 'accept-language': 'en' };

let log: ReturnType<typeof takeLog>;
let platform: Platform;
let escrows: Escrows;
let merchant: TestMerchant;
let person: TestUser;
let admin: TestStaff;
let shop: Shop;

beforeAll(async () => {
  log = takeLog();
  platform = await startPlatform({ env: { RATE_LIMITS: 'false', LOG_LEVEL: 'debug' } });
  escrows = new Escrows(platform);
  merchant = await platform.merchant();
  person = await escrows.person('50.00');
  admin = await platform.staff('admin');
  shop = new Shop(platform, 'checkout', merchant.live.secret_key);
});
afterAll(async () => {
  await platform?.proveAndStop();
  log.restore();
});

interface Raw {
  status: number;
  type: string;
  text: string;
}

/** Sends a path as it is written; other clients tidy it first. */
function raw(base: string, method: string, path: string, headers = {}, body = ''): Promise<Raw> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () =>
        resolve({ status: answer.statusCode!, type: answer.headers['content-type'] ?? '', text }),
      );
    });
    sent.on('error', reject).end(body);
  });
}

const portalOf = async () => {
  const { uuid } = await escrows.paidByCard(shop);
  return { uuid, portal: new Portal(platform, uuid) };
};

const statusOf = async (uuid: string) =>
  (await escrows.detail({ key: merchant.live.secret_key }, uuid)).body.status as string;

describe('an action', () => {
  const other: [string, (file: string, action: string) => string][] = [
    ['an encoded letter before it', (file, action) => `/%61pi/${file}/${action}`],
    ['a letter encoded twice', (file, action) => `/%2561pi/${file}/${action}`],
    ['an encoded slash', (file, action) => `/api%2F${file}/${action}`],
    ['an encoded first slash', (file, action) => `/%2fapi/${file}/${action}`],
    ['an encoded dot', (file, action) => `/api/${file.replace('.', '%2E')}/${action}`],
    ['an encoded slash within', (file, action) => `/api/${file}%2F${action}`],
    ['an encoded question mark', (file, action) => `/api/${file}%3Faction=${action}`],
    ['an encoded letter, and the query', (file, action) => `/%61pi/${file}?action=${action}`],
    ['upper case', (file, action) => `/API/${file}/${action}`],
    ['two slashes', (file, action) => `//api/${file}/${action}`],
    ['two slashes within', (file, action) => `/api//${file}/${action}`],
    ['a slash behind it', (file, action) => `/api/${file}/${action}/`],
    ['a dot', (file, action) => `/./api/${file}/${action}`],
    ['dots', (file, action) => `/pay/../api/${file}/${action}`],
    ['encoded dots', (file, action) => `/pay/%2e%2e/api/${file}/${action}`],
    ['encoded dots and slashes', (file, action) => `/pay/..%2Fapi%2F${file}%2F${action}`],
    ['a semicolon', (file, action) => `/api;x/${file}/${action}`],
    ['an encoded semicolon', (file, action) => `/api%3B/${file}/${action}`],
    ['backslashes', (file, action) => `/api\\${file}\\${action}`],
    ['encoded backslashes', (file, action) => `/%5Capi%5C${file}%5C${action}`],
    ['a fragment', (file, action) => `/api/${file}/${action}#x`],
    ['a NUL', (file, action) => `/%00/api/${file}/${action}`],
    ['a third name', (file, action) => `/api/${file}/${action}/${action}/${action}`],
    ['upper case in the action', (file, action) => `/api/${file}/${action.toUpperCase()}`],
  ];

  it.each(other)('is at no other path: %s', async (_, spelling) => {
    const base = platform.urls.business;
    const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' };
    const login = JSON.stringify({ email: person.email, password: 'wrong' });
    const transfer = JSON.stringify({
      recipient: merchant.usertag,
      amount: 1,
      currency: 'NGN',
      pin: person.pin,
    });
    const answers = [
      await raw(base, 'GET', spelling('wallet.php', 'balance'), headers),
      await raw(base, 'POST', spelling('auth.php', 'login'), headers, login),
      await raw(base, 'POST', spelling('wallet.php', 'transfer'), { ...headers, ...TRIED }, transfer),
      await raw(base, 'POST', spelling('wallet.php', 'transfer'), headers, transfer),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    for (const { text } of answers) {
      expect(JSON.parse(text)).toEqual({
        success: false,
        message: expect.any(String),
        request_id: expect.any(String),
        error_code: 'NOT_FOUND',
        doc_url: expect.stringMatching(/\/docs\/errors#NOT_FOUND$/),
      });
    }
    expect(await escrows.money(person)).toBe('50.00 0.00');
  });

  it('is where it is', async () => {
    const headers = { authorization: `Bearer ${person.token}` };
    const { status, text } = await raw(
      platform.urls.business,
      'GET',
      '/api/wallet.php?action=balance',
      headers,
    );
    expect([status, (JSON.parse(text) as { success: boolean }).success]).toEqual([200, true]);
  });
});

describe('the path form', () => {
  const transferOf = (amount: number) => ({
    recipient: merchant.usertag,
    amount,
    currency: 'NGN',
    pin: person.pin,
  });
  const url = (path: string) => `${platform.urls.business}/api/${path}`;

  it.each([
    ['wallet.php?action=balance&currency=NGN', 'wallet.php/balance?currency=NGN'],
    ['wallet.php?action=history&type=transfer&page=1', 'wallet.php/history?type=transfer&page=1'],
    ['business.php?section=apps&action=list', 'business.php/apps/list'],
    ['business.php?section=apps&action=none', 'business.php/apps/none'],
    ['business.php?action=apps', 'business.php/apps'],
    ['wallet.php?action=transfer', 'wallet.php/transfer'],
    ['wallet.php?action=lookup', 'wallet.php/lookup'],
    ['auth.php?action=balance', 'auth.php/balance'],
  ])('is the same request: %s', async (query, path) => {
    const options = { token: merchant.token, headers: { 'x-request-id': 'the-same-request' } };
    const [one, other] = [
      await platform.get('business', query, options),
      await platform.get('business', path, options),
    ];
    expect([other.status, other.text]).toEqual([one.status, one.text]);
    const shown = ['content-type', 'x-ratelimit-limit', 'allow', 'cache-control', 'x-unknown-fields'];
    expect(shown.map((name) => other.headers.get(name))).toEqual(shown.map((name) => one.headers.get(name)));
  });

  it('is accepted as a whole URL, as proxies send it', async () => {
    const headers = { authorization: `Bearer ${person.token}` };
    const target = 'http://localhost/api/wallet.php/balance';
    expect((await raw(platform.urls.business, 'GET', target, headers)).status).toBe(200);
  });

  it('has one idempotency record with the other form, whichever is sent first', async () => {
    const before = await escrows.money(person);
    for (const paths of [
      ['wallet.php?action=transfer', 'wallet.php/transfer'],
      ['wallet.php/transfer', 'wallet.php?action=transfer'],
    ]) {
      const options = { token: person.token, idempotencyKey: randomUUID() };
      const send = (path: string, amount: number) =>
        platform.post('business', path, transferOf(amount), options);
      const [first, again] = [await send(paths[0]!, 1), await send(paths[1]!, 1)];
      expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      expect((await send(paths[1]!, 2)).body.error_code).toBe('IDEMPOTENCY_CONFLICT');
    }
    // Two transfers of 1.00, each with a fee of 0.01.
    expect([before, await escrows.money(person)]).toEqual(['50.00 0.00', '47.98 0.00']);
  });

  it('has one effect and one replay with the other form at once', async () => {
    const before = Number((await escrows.money(person)).split(' ')[0]);
    const options = { token: person.token, idempotencyKey: randomUUID() };
    const answers = await Promise.all(
      ['wallet.php?action=transfer', 'wallet.php/transfer'].map((path) =>
        platform.post('business', path, transferOf(1), options),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[1]!.text).toBe(answers[0]!.text);
    expect(Number((await escrows.money(person)).split(' ')[0])).toBeCloseTo(before - 1.01);
  });

  it('has the envelope and the statuses of Variant B', async () => {
    const options = { key: merchant.test.secret_key };
    const body = { amount: 500, currency_code: 'NGN' };
    const created = await platform.post('sandbox', 'session.php/create', body, options);
    expect([created.status, created.body.message, created.body.data.session_token]).toEqual([
      ...[201, expect.any(String), expect.any(String)],
    ]);
    const refused = await platform.post('sandbox', 'session.php/create', {}, options);
    expect([refused.status, refused.body.status_code]).toEqual([422, 422]);
  });

  it('answers the preflight of a page of another origin', async () => {
    const { status, headers } = await fetch(`${platform.urls.checkout}/api/sessions.php/create-public`, {
      method: 'OPTIONS',
      headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
    });
    expect([status, headers.get('access-control-allow-methods')]).toEqual([204, 'POST']);
  });

  it.each([
    ['wallet.php/balance?action=balance', 'in the path or in the query'],
    ['business.php/apps/list?section=apps', 'in the path or in the query'],
    ['wallet.php?action=balance&action=balance', 'in the path or in the query'],
    ['wallet.php?action=list?order_ref=x', 'The address has a second ?; join parameters with &'],
    ['business.php?section=apps?action=list', 'The address has a second ?; join parameters with &'],
  ])('does not mix with the other one: %s', async (path, message) => {
    const { status, body } = await platform.get('business', path, { token: merchant.token });
    expect([status, body.error_code, body.message]).toEqual([
      ...[400, 'UNKNOWN_ACTION', expect.stringContaining(message)],
    ]);
  });

  it('is logged as the other form', async () => {
    const headers = { authorization: `Bearer ${person.token}`, 'x-request-id': `path-${randomUUID()}` };
    await fetch(url('wallet.php/balance?currency=NGN'), { headers });
    const line = () => log.lines.find((written) => written.includes(headers['x-request-id']));
    await eventually(() => Promise.resolve(line() !== undefined));
    expect(line()).toContain('"url":"/api/wallet.php?action=balance"');
  });
});

/** A page's address with this token, and what is not quite one. */
const spellings = (page: string, token: string) => [
  ...[`/${page}/${token}`, `/${page}/${token}?lang=fr`, `/${page}/${token}/`, `/${page}/${token}/x`],
  ...[`//${page}/${token}`, `/${page}//${token}`, `/${page.toUpperCase()}/${token}`, `/${page}/;/${token}`],
  ...[`/${encodedFirst(page)}/${token}`, `/${page}%2F${token}`, `/\\${page}\\${token}`],
  ...[`/${page}/${encodedFirst(token)}`, `/${page}/${token}%`, `/${page}/${token}${'x'.repeat(300)}`],
  ...[`/${token}`, `/${page}/${token}#x`, `/?${page}=${token}`, `/simulator/${page}/${token}`],
  ...[`http://localhost/${page}/${token}`, `/api/${page}/${token}`, `/api/../${page}/${token}`],
  ...[`/api/sessions.php?token=${token}`, `/api/sessions.php?action=${token}`, `/api/${page}.php/${token}`],
  ...[`/api/sessions.php?section=${token}&action=x`, `/api/sessions.php#${token}`],
];

const encodedFirst = (text: string) => `%${text.charCodeAt(0).toString(16)}${text.slice(1)}`;

describe('the token of a page', () => {
  const linesOf = (request: string) =>
    log.lines
      .flatMap((written) => written.split('\n'))
      .filter((line) => line.includes(`"request_id":"${request}`))
      .map((line) => JSON.parse(line) as { method: string; status: number; url: string });

  it('is in no line of the log, however the path is written', async () => {
    const { session, uuid } = await escrows.paidByCard(shop);
    const [escrow, pay] = [new Portal(platform, uuid).url.split('/escrow/')[1]!, tokenOf(session)];
    const paths = [...spellings('escrow', escrow), ...spellings('pay', pay), ...spellings('challenge', pay)];
    for (const path of paths) {
      await raw(platform.urls.checkout, 'GET', path, { 'x-request-id': `spelling-${randomUUID()}` });
    }
    await eventually(() => Promise.resolve(linesOf('spelling-').length >= paths.length));
    // What is left of a token whose first letter is encoded is not there either.
    for (const token of [escrow, pay]) expect(log.lines.join('')).not.toContain(token.slice(1));
    const logged = linesOf('spelling-').map(({ method, status, url }) => `${method} ${url} ${status}`);
    expect(logged).toHaveLength(paths.length);
    expect(logged.filter((line) => line === 'GET /escrow/:token 200')).toHaveLength(5);
    expect(logged).toEqual(
      expect.arrayContaining([
        ...['GET /pay/:token 200', 'GET /* 404', 'GET /api/!unknown-file 404'],
        ...['GET /api/sessions.php?action=!malformed 400', 'GET /api/sessions.php 401'],
      ]),
    );
  });
});

describe('a dry run on a page', () => {
  it.each([
    ['release', { sure: 'yes' }],
    ['dispute', { reason: 'It is broken' }],
    ['respond', { response: 'It is whole' }],
  ] as [string, Record<string, string>][])('is not done for real on the portal: %s', async (form, fields) => {
    const { uuid, portal } = await portalOf();
    for (const value of ['true', 'false']) {
      const answer = await fetch(`${portal.url}/${form}`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams(fields),
        headers: { ...TRIED, 'x-dry-run': value },
      });
      expect([answer.status, await answer.text()]).toEqual([
        400,
        expect.stringContaining('Nothing has changed'),
      ]);
    }
    expect(await statusOf(uuid)).toBe('funded');
  });

  it("is not done for real on the bank's page", async () => {
    const session = await shop.open();
    const { body } = await shop.pay(session, CARDS.challenge);
    const decide = (headers: Record<string, string>) =>
      fetch(body.redirect_url as string, {
        method: 'POST',
        redirect: 'manual',
        headers,
        body: new URLSearchParams({ decision: 'approve' }),
      });
    const refused = await decide(TRIED);
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('no dry run')]);
    expect((await decide({})).status).toBe(303);
  });

  it('is not done for real at the door of the queue board', async () => {
    const { body } = await platform.post(
      'business',
      'admin.php?section=queues&action=open',
      {},
      { token: admin.token },
    );
    const ticket = new URL(body.url as string).searchParams.get('ticket')!;
    const enter = (headers: Record<string, string>) =>
      fetch(`${platform.urls.business}/admin/queues/enter`, {
        method: 'POST',
        redirect: 'manual',
        headers,
        body: new URLSearchParams({ ticket }),
      });
    const refused = await enter(TRIED);
    expect([refused.status, refused.headers.get('set-cookie')]).toEqual([400, null]);
    expect((await enter({})).status).toBe(303);
  });

  it('accepts GET and HEAD requests', async () => {
    const { portal } = await portalOf();
    for (const url of [
      portal.url,
      `${platform.urls.checkout}/health/live`,
      `${platform.urls.business}/health/ready`,
    ]) {
      for (const method of ['GET', 'HEAD']) {
        expect((await fetch(url, { method, headers: TRIED })).status).toBe(200);
      }
    }
  });
});

describe('a refusal before a page is reached', () => {
  const cases: [string, string, number, string, object?, string?][] = [
    [
      'a body that is too large',
      'POST',
      413,
      '/x',
      { 'content-type': FORM },
      `reason=${'x'.repeat(110_000)}`,
    ],
    ['a body of another type', 'POST', 415, '/x', { 'content-type': 'text/plain' }, 'reason=x'],
    ['a token that is no text', 'GET', 404, '%'],
    ['a token that is too long', 'GET', 404, 'x'.repeat(5000)],
    ['a slash behind the token', 'GET', 404, '/'],
    ['a page that is not there', 'GET', 404, '/nothing'],
    ['an encoded form', 'POST', 404, '/rele%61se', { 'content-type': FORM }, 'sure=yes'],
    ['another method', 'PUT', 404, '', { 'content-type': FORM }, 'sure=yes'],
  ];

  it.each(cases)('answers with a page: %s', async (_, method, status, rest, headers = {}, body = '') => {
    const { portal, uuid } = await portalOf();
    const page = new URL(portal.url).pathname;
    const requestHeaders = { ...headers, 'accept-language': 'fr' };
    for (const [host, path] of [
      ['checkout', rest === '/x' ? `${page}/dispute` : page + rest],
      ['sandbox', `/escrow/${'A'.repeat(43)}${rest}`],
      ['checkout', `/pay/${'A'.repeat(43)}${rest}`],
      ['sandbox', `/pay/${'A'.repeat(43)}${rest}`],
    ] as const) {
      const answer = await raw(platform.urls[host], method, path, requestHeaders, body);
      expect([answer.status, answer.type]).toEqual([status, 'text/html; charset=utf-8']);
      expect(answer.text).toContain('<html lang="fr"');
    }
    expect(await statusOf(uuid)).toBe('funded');
  });

  it('leads back from a form that is too large', async () => {
    const { portal } = await portalOf();
    const { status, text } = await portal.send('dispute', { reason: 'x'.repeat(110_000) });
    expect(status).toBe(413);
    expect(text).toContain(`href="${new URL(portal.url).pathname}?lang=en"`);
  });

  it('answers programs with JSON elsewhere, as always', async () => {
    const body = SURE.toString();
    for (const [host, path] of [
      ['business', '/escrow/x/release'],
      ['checkout', '/assets/nothing'],
      ['checkout', '/%65scrow/x/release'],
    ] as const) {
      const { status, text } = await raw(platform.urls[host], 'POST', path, { 'content-type': FORM }, body);
      expect([status, (JSON.parse(text) as { error_code: string }).error_code]).toEqual([404, 'NOT_FOUND']);
    }
  });
});
