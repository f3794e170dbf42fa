import { readdirSync } from 'node:fs';
import path from 'node:path';
import { APPS, type Platform, startPlatform } from '../../support/platform';

const HOSTS = ['business', 'checkout', 'sandbox', 'app'] as const;
const DOCS = path.resolve(__dirname, '../../../docs');
const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const ONE_YEAR = 'public, max-age=31536000, immutable';

/** The address of each Markdown page of the repository. */
const ADDRESSES = readdirSync(DOCS, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .map((file) => `/docs/${file.replace(/\.md$/, '')}`.replace(/\/README$/, ''));

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform({ apps: APPS });
});
afterAll(() => platform?.stop());

/** Each client of a host has an address of its own, so that no test reaches the limit of another. */
let clients = 0;
const newAddress = () => `198.51.100.${++clients}`;

interface Asked {
  host?: (typeof HOSTS)[number];
  headers?: Record<string, string>;
  method?: string;
}

function ask(address: string, { host = 'business', headers, method }: Asked = {}): Promise<Response> {
  const from = { 'x-forwarded-for': newAddress() };
  return fetch(platform.urls[host] + address, {
    method,
    headers: { ...HTML, ...from, ...headers },
    redirect: 'manual',
  });
}

const linksIn = (page: string) => [...page.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, link]) => link!);

describe('The documentation', () => {
  it('has each page of the repository on the host of staff', async () => {
    expect(ADDRESSES.length).toBeGreaterThan(60);
    for (const address of ADDRESSES) {
      const answer = await ask(address);
      expect([address, answer.status]).toEqual([address, 200]);
      expect(await answer.text()).toContain('<h1>');
    }
  });

  it.each(HOSTS)(
    'is on the %s host, where only pages of operators lead to the host of staff',
    async (host) => {
      for (const address of ADDRESSES) {
        const { status, headers } = await ask(address, { host });
        const isElsewhere = address.startsWith('/docs/operate/') && host !== 'business';
        expect([address, status, headers.get('location')]).toEqual(
          isElsewhere ? [address, 302, platform.urls.business + address] : [address, 200, null],
        );
      }
    },
  );

  it('links to nothing that is not there, and loads nothing from elsewhere', async () => {
    const pages = new Map<string, string>();
    for (const address of [...ADDRESSES, '/docs/reference', '/']) {
      pages.set(address, await (await ask(address)).text());
    }
    const assets = new Set<string>();
    let checked = 0;
    for (const [from, page] of pages) {
      for (const link of linksIn(page)) {
        if (!link.startsWith('/docs') && !link.startsWith('#')) continue;
        const [target, anchor] = link.split('#') as [string, string?];
        if (/^\/docs\/(?:assets\/|openapi\.)/.test(target)) assets.add(target);
        else {
          const found = pages.get(target || from);
          expect([from, link, found !== undefined]).toEqual([from, link, true]);
          const id = anchor === undefined ? '<h1' : `id="${anchor}"`;
          expect([from, link, found!.includes(id)]).toEqual([from, link, true]);
          checked += 1;
        }
      }
      const loaded = [...page.matchAll(/<(?:script|link|img)[^>]* (?:src|href)="([^"]+)"/g)];
      expect(
        loaded.map(([, source]) => source!).filter((source) => !/^(?:\/docs\/|data:)/.test(source)),
      ).toEqual([]);
    }
    expect(checked).toBeGreaterThan(1000);
    for (const asset of assets) expect([asset, (await ask(asset)).status]).toEqual([asset, 200]);
  });

  it.each(['/docs', '/docs/', '/docs/start/quickstart', '/docs/reference', '/docs/none', '/'])(
    'loads files of its own host only, and cannot be framed: %s',
    async (address) => {
      const { headers } = await ask(address, address === '/' ? { host: 'checkout' } : {});
      expect(headers.get('x-frame-options')).toBe('DENY');
      const policy = headers.get('content-security-policy')!.split('; ');
      for (const part of [
        `default-src 'none'`,
        `script-src 'self'`,
        `connect-src 'self'`,
        `frame-ancestors 'none'`,
      ])
        expect(policy).toContain(part);
      const styles = policy.filter((part) => part.includes('unsafe'));
      expect(styles).toEqual(address === '/docs/reference' ? [`style-src 'self' 'unsafe-inline'`] : []);
    },
  );

  it('answers 304 to a browser that has the page, and the page in each encoding that it takes', async () => {
    const address = '/docs/start/quickstart';
    const sizeIn = async (encoding: string) => {
      const { headers } = await ask(address, { headers: { 'accept-encoding': encoding } });
      expect([headers.get('vary'), headers.get('cache-control')]).toEqual(['accept-encoding', 'no-cache']);
      return [headers.get('content-encoding'), Number(headers.get('content-length'))] as const;
    };
    const [[none, whole], [gzip, zipped], [br, small]] = [
      await sizeIn('identity'),
      await sizeIn('gzip'),
      await sizeIn('gzip, br'),
    ];
    expect([none, gzip, br]).toEqual([null, 'gzip', 'br']);
    expect(zipped).toBeLessThan(whole / 3);
    expect(small).toBeLessThan(zipped);
    const etag = (await ask(address)).headers.get('etag')!;
    const known = await ask(address, { headers: { 'if-none-match': etag } });
    expect([known.status, await known.text(), known.headers.get('etag')]).toEqual([304, '', etag]);
    expect((await ask(address, { headers: { 'if-none-match': 'W/"another"' } })).status).toBe(200);
    const head = await ask(address, { method: 'HEAD' });
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, '']);
  });

  it('lets browsers keep assets, which have the hash of their content in their name and are not counted', async () => {
    const page = await (await ask('/docs')).text();
    const assets = linksIn(page).filter((link) => link.startsWith('/docs/assets/'));
    expect(assets.length).toBeGreaterThan(1);
    for (const asset of assets) {
      const { status, headers } = await ask(asset);
      expect([status, headers.get('cache-control'), headers.get('x-ratelimit-limit')]).toEqual([
        200,
        ONE_YEAR,
        null,
      ]);
    }
  });

  it.each([
    '/docs/none',
    '/docs/not-found',
    '/docs/assets/none.js',
    '/docs/README',
    '/docs/start',
    '/docs/start/quickstart.md',
  ])('has no page at %s, and says so to browsers in HTML and to programs in JSON', async (address) => {
    const program = await ask(address, { headers: { accept: '*/*' } });
    expect([program.status, await program.json()]).toMatchObject([404, { error_code: 'NOT_FOUND' }]);
    const browser = await ask(address);
    expect(browser.status).toBe(404);
    if (!address.startsWith('/docs/assets/')) expect(await browser.text()).toContain('<h1>No such page</h1>');
  });
});

describe('The landing page', () => {
  it('is the console for browsers on the business host, and JSON for programs', async () => {
    const page = await fetch(`${platform.urls.business}/`, {
      headers: { accept: 'text/html' },
      redirect: 'manual',
    });
    expect([page.status, page.headers.get('location')]).toEqual([303, '/dashboard']);
    const program = await ask('/', { host: 'business', headers: { accept: '*/*' } });
    expect(await program.json()).toMatchObject({ name: 'Business API', host: 'business' });
  });

  it.each([
    ['checkout', 'Checkout API', 'pk_live_'],
    ['sandbox', 'Sandbox API', 'sk_test_'],
    ['app', 'App API', 'no API key'],
  ] as const)('is for the %s host HTML to browsers and JSON to programs', async (host, name, takes) => {
    const page = await ask('/', { host });
    expect([page.status, page.headers.get('content-type'), page.headers.get('vary')]).toEqual([
      200,
      'text/html; charset=utf-8',
      'accept',
    ]);
    const text = await page.text();
    for (const part of [`<h1>${name}</h1>`, takes, platform.urls[host]]) expect(text).toContain(part);
    for (const link of ['/docs/start/quickstart', '/docs/reference', '/docs'])
      expect(linksIn(text)).toContain(link);

    const program = await ask('/', { host, headers: { accept: '*/*' } });
    expect([program.status, program.headers.get('content-type'), program.headers.get('vary')]).toEqual([
      200,
      'application/json; charset=utf-8',
      'accept',
    ]);
    const found = (await program.json()) as Record<string, string>;
    const base = platform.urls[host];
    expect(found).toEqual({
      name,
      host,
      docs: `${base}/docs`,
      openapi: `${base}/docs/openapi.json`,
      status: `${base}/health/ready`,
    });
    for (const address of [found.docs!, found.openapi!, found.status!])
      expect([address, (await fetch(address)).status]).toEqual([address, 200]);
  });

  it.each([
    ['text/html', 'text/html; charset=utf-8'],
    ['*/*', 'application/json; charset=utf-8'],
  ])('answers HEAD with the headers of GET: %s', async (accept, type) => {
    const head = await ask('/', { host: 'checkout', method: 'HEAD', headers: { accept } });
    expect([
      head.status,
      head.headers.get('content-type'),
      head.headers.get('vary'),
      await head.text(),
    ]).toEqual([200, type, 'accept', '']);
  });

  it('takes no other method', async () => {
    expect((await ask('/', { method: 'POST' })).status).toBe(400);
  });
});
