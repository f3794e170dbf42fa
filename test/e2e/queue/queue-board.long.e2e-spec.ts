import type { Browser } from 'playwright-core';
import { outcomeOf } from '../../support/http-client';
import type { TestStaff } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { DESKTOP, describeInBrowser, launch, watchedPage } from '../checkout-api/browser';

const OPEN = 'admin.php?section=queues&action=open';
const NAMES = [
  ...['outbox-relay', 'webhook-delivery', 'mail', 'sms', 'scheduled-job', 'test-clock', 'payout-dispatch'],
];
/** As a browser says where a request was made. */

// Where no redis-server is on PATH, TEST_REDIS_URL is not set either.
const whereRedisIs = process.env.TEST_REDIS_URL ? describe : describe.skip;

whereRedisIs('the queue board', () => {
  let platform: Platform;
  let finance: TestStaff;
  let admin: TestStaff;

  beforeAll(async () => {
    platform = await startPlatform({ redis: true, env: { RATE_LIMITS: 'false' } });
  });
  beforeEach(async () => {
    [finance, admin] = [await platform.staff('finance'), await platform.staff('admin')];
  });
  afterAll(() => platform.stop());

  /** What a browser says of a request of the board's own page. */
  const own = () => ({ origin: platform.urls.business, 'sec-fetch-site': 'same-origin' });
  const at = (path: string, init: RequestInit = {}) =>
    fetch(`${platform.urls.business}/admin/queues${path}`, { redirect: 'manual', ...init });
  const withCookie = (cookie: string, path: string, init: RequestInit = {}) =>
    at(path, { ...init, headers: { ...(init.headers as Record<string, string>), cookie } });
  const enter = (ticket: string) => at('/enter', { method: 'POST', body: new URLSearchParams({ ticket }) });

  async function linkFor({ token }: { token: string }): Promise<URL> {
    const answer = await platform.post('business', OPEN, {}, { token });
    expect(outcomeOf(answer)).toBe('200 OK');
    return new URL(answer.body.url);
  }
  const ticketIn = (link: URL) => link.searchParams.get('ticket')!;
  async function cookieOf(staff: TestStaff): Promise<string> {
    const entered = await enter(ticketIn(await linkFor(staff)));
    expect(entered.status).toBe(303);
    return entered.headers.get('set-cookie')!.split(';')[0]!;
  }

  it('opens by a link that works once, and not by being looked at', async () => {
    const link = await linkFor(finance);
    for (let looks = 0; looks < 2; looks++) {
      const page = await fetch(link);
      expect([page.status, page.headers.get('set-cookie')]).toEqual([200, null]);
      expect(await page.text()).toContain(`value="${ticketIn(link)}"`);
    }
    const entered = await Promise.all([1, 2, 3].map(() => enter(ticketIn(link))));
    expect(entered.map(({ status }) => status).toSorted()).toEqual([303, 401, 401]);
    const set = entered.find(({ status }) => status === 303)!.headers.get('set-cookie')!;
    expect(set).toMatch(/^queue_board=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/; Max-Age=900$/);
    expect((await enter(ticketIn(link))).status).toBe(401);
    for (const wrong of ['', 'x', '"><script>']) {
      expect((await enter(wrong)).status).toBe(401);
      expect(await (await at(`/enter?ticket=${encodeURIComponent(wrong)}`)).text()).not.toContain('<script');
    }
    // Neither the link nor the cookie is kept as it is.
    const [row] = await platform.sql('SELECT * FROM queue_board_visits ORDER BY created_at DESC LIMIT 1');
    expect(JSON.stringify(row)).not.toContain(ticketIn(link));
  });

  it('shows its pages, files and data to staff only', async () => {
    const staff = { authorization: `Bearer ${admin.token}` };
    const paths = [
      '',
      '/read',
      '/read/',
      '/read/api/queues',
      '/read/queue/mail',
      '/manage/',
      '/manage/api/queues',
    ];
    const board = await (await withCookie(await cookieOf(admin), '/manage/')).text();
    const file = /static\/js\/main[^"]+/.exec(board)![0];
    for (const path of [...paths, `/manage/${file}`, '/read/static/images/logo.svg']) {
      for (const headers of [{}, { cookie: 'queue_board=x' }, { cookie: 'queue_board=' }, staff]) {
        const answer = await at(path, { headers: headers as Record<string, string> });
        expect([path, answer.status]).toEqual([path, 401]);
        expect(answer.headers.get('content-security-policy')).toContain(`default-src 'none'`);
      }
    }
  });

  it('shows finance and support the queues, to look at', async () => {
    const cookie = await cookieOf(finance);
    const entry = await withCookie(cookie, '');
    expect([entry.status, entry.headers.get('location')]).toEqual([303, '/admin/queues/read']);
    const page = await withCookie(cookie, '/read');
    const text = await page.text();
    expect(page.status).toBe(200);
    expect(text).toContain('<base href="/admin/queues/read/"');
    expect(text).not.toMatch(/(?:href|src)="(?:https?:)?\/\//);
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'content-security-policy': expect.stringContaining(`frame-ancestors 'none'`),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    const queues = await withCookie(cookie, '/read/api/queues');
    const body = (await queues.json()) as { queues: { name: string; readOnlyMode: boolean }[] };
    expect(body.queues.map(({ name, readOnlyMode }) => [name, readOnlyMode])).toEqual(
      NAMES.map((name) => [name, true]),
    );

    expect((await withCookie(cookie, '/manage/')).status).toBe(403);
    for (const board of ['read', 'manage']) {
      const pause = await withCookie(cookie, `/${board}/api/queues/mail/pause`, {
        method: 'PUT',
        headers: own(),
      });
      expect(pause.status).toBe(403);
    }
    const list = await platform.get('business', 'admin.php?section=queues', { token: finance.token });
    expect(list.body).toMatchObject({ redis: 'ready', queues: NAMES.map((name) => ({ name })) });
  });

  it('lets administrators act, from the board alone, and remembers it', async () => {
    const cookie = await cookieOf(admin);
    expect((await withCookie(cookie, '')).headers.get('location')).toBe('/admin/queues/manage');
    const act = (verb: string, headers: Record<string, string>) =>
      withCookie(cookie, `/manage/api/queues/mail/${verb}`, { method: 'PUT', headers });
    const strangers = [
      {},
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ];
    for (const headers of strangers) expect((await act('pause', headers as never)).status).toBe(403);
    const paused = async () => {
      const { queues } = (await (await withCookie(cookie, '/manage/api/queues')).json()) as {
        queues: { name: string; isPaused: boolean }[];
      };
      return queues.find(({ name }) => name === 'mail')!.isPaused;
    };
    const tried = await act('pause', { ...own(), 'x-dry-run': 'true' });
    expect([tried.status, await tried.json()]).toEqual([
      400,
      { error: expect.stringContaining('no dry run') },
    ]);
    // Written otherwise it would not be entered into the log as what it is.
    expect((await act('%70ause', own())).status).toBe(404);
    expect(await paused()).toBe(false);
    expect((await act('pause', own())).status).toBe(200);
    expect(await paused()).toBe(true);
    expect((await act('resume', { origin: platform.urls.business })).status).toBe(200);
    expect(await paused()).toBe(false);
    const rows = await platform.sql(
      `SELECT subject FROM audit_log WHERE action = 'queues.board' AND staff_id = $1 ORDER BY id`,
      [admin.id],
    );
    expect(rows).toEqual([
      { subject: 'PUT /api/queues/mail/pause' },
      { subject: 'PUT /api/queues/mail/resume' },
    ]);
  });

  it('closes with the staff session, with the role, and after its time', async () => {
    const status = async (cookie: string) => (await withCookie(cookie, '/read/api/queues')).status;
    const [first, second] = [await cookieOf(finance), await cookieOf(finance)];
    expect([await status(first), await status(second)]).toEqual([200, 200]);
    await platform.sql(`UPDATE sessions SET ended_at = now(), end_reason = 'signed-out' WHERE user_id = $1`, [
      finance.id,
    ]);
    expect([await status(first), await status(second)]).toEqual([401, 401]);

    const demoted = await cookieOf(admin);
    expect(await status(demoted)).toBe(200);
    await platform.sql('UPDATE users SET staff_role = NULL WHERE id = $1', [admin.id]);
    expect(await status(demoted)).toBe(401);

    const late = await platform.staff('support');
    const link = await linkFor(late);
    const cookie = await cookieOf(late);
    platform.clock.advance({ seconds: 61 });
    expect((await enter(ticketIn(link))).status).toBe(401);
    expect(await status(cookie)).toBe(200);
    platform.clock.advance({ minutes: 15 });
    expect(await status(cookie)).toBe(401);
  });

  describeInBrowser('the queue board in a browser', () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await launch();
    });
    afterAll(() => browser.close());

    it('opens from the link, keeps its own policy and calls no other origin', async () => {
      const { page, faults, close } = await watchedPage(browser, DESKTOP, [platform.urls.business]);
      await page.goto((await linkFor(admin)).href);
      await page.getByRole('button', { name: 'Open the board' }).click();
      for (const name of NAMES) await page.getByText(name, { exact: true }).first().waitFor();
      expect(new URL(page.url()).pathname).toMatch(/^\/admin\/queues\/manage\/?$/);
      expect(faults).toEqual([]);
      await close();
    });
  });
});
