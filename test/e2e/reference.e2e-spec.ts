import { RateLimitStorage } from '@app/http';
import { HELD_ACTIONS } from '../../libs/backoffice/src/approvals/held-actions.policy';
import { dtosOf } from '../support/field-classes';
import { APPS, type Platform, startPlatform } from '../support/platform';

const HOSTS = ['business', 'checkout', 'sandbox', 'app'] as const;
type Host = (typeof HOSTS)[number];
const isDocument = (value: unknown) =>
  typeof value === 'object' && value !== null && 'openapi' in value && 'paths' in value;

interface Document {
  paths: Record<
    string,
    { post?: { requestBody: { content: Record<string, { schema: { $ref: string } }> } } }
  >;
  components: { schemas: Record<string, { required?: string[]; properties?: Record<string, object> }> };
}

/** Names of fields with digits that people type: PINs, codes, fields of cards, numbers of accounts and phones. */
const TYPED_DIGITS = new RegExp(
  '^(pin|current_pin|confirm_pin|otp|totp_code|code|number|cvv|expiry_month|expiry_year|phone|recipient|beneficiary|' +
    'account_number|sort_code|routing_number|registration_number|bvn)$',
);

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform({ apps: APPS });
});
afterAll(() => platform?.stop());

it('Metrics are rendered once a second for all who read them', async () => {
  const read = async () => (await fetch(`${platform.urls.sandbox}/metrics`)).text();
  await platform.get('sandbox', 'none.php');
  platform.clock.freeze();
  const first = await read();
  expect(first).toContain('http_request_duration_seconds_count');
  await platform.get('sandbox', 'none.php');
  expect(await read()).toBe(first);
  platform.clock.advance({ seconds: 1 });
  const later = await read();
  expect(later).not.toBe(first);
});

describe('The reference', () => {
  it.each(HOSTS)('has for the %s host a name for each class of fields: one hides the other', (host) => {
    const names = [...dtosOf(platform, host)].map(({ name }) => name).sort();
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name, place) => name === names[place + 1])).toEqual([]);
  });

  it('describes nested fields, also in lists', () => {
    const names = [...dtosOf(platform, 'business')].map(({ name }) => name);
    for (const name of ['CardDto', 'PayrollRow']) expect(names).toContain(name);
  });

  it.each(HOSTS)('says for the %s host that digits which people type may be whole numbers', async (host) => {
    const answer = await fetch(`${platform.urls[host]}/docs/openapi.json`);
    const { components } = (await answer.json()) as Document;
    const fields = Object.entries(components.schemas).flatMap(([schema, { properties = {} }]) =>
      Object.entries(properties)
        .filter(([name]) => TYPED_DIGITS.test(name))
        .map(([name, field]) => ({
          name: `${schema}.${name}`,
          takesNumbers: JSON.stringify(field).includes('"type":"integer"'),
        })),
    );
    expect(fields.length).toBeGreaterThan(5);
    expect(fields.filter(({ takesNumbers }) => !takesNumbers)).toEqual([]);
  });

  it.each(['json', 'yaml'])('sends the %s document compressed to clients that take it', async (format) => {
    const read = async (encoding: string) => {
      const headers = { 'accept-encoding': encoding };
      const answer = await fetch(`${platform.urls.sandbox}/docs/openapi.${format}`, { headers });
      expect(answer.headers.get('vary')).toBe('accept-encoding');
      return { encoding: answer.headers.get('content-encoding'), text: await answer.text() };
    };
    const { text } = await read('identity');
    expect(await read('gzip, deflate, br')).toEqual({ encoding: 'br', text });
    expect(await read('gzip')).toEqual({ encoding: 'gzip', text });
    expect(await read('br;q=0')).toEqual({ encoding: null, text });
  });

  it.each(['x'.repeat(300), 'x'.repeat(5000), '..%2f..%2fpackage.json', 'package.json', '%00', 'index.html'])(
    'has no other files: %s',
    async (file) => {
      const { status } = await fetch(`${platform.urls.business}/docs/${file}`);
      expect(status).toBe(404);
    },
  );

  it('has the response of each action that may wait for a second person, on the host of staff only', async () => {
    const held = async (host: Host) => {
      const reference = (await (await fetch(`${platform.urls[host]}/docs/openapi.json`)).json()) as {
        paths: Record<string, { post?: { responses: object } }>;
        components: { schemas: object };
      };
      const paths = Object.entries(reference.paths);
      const marked = paths.filter(([, { post }]) => post && '202' in post.responses).map(([path]) => path);
      return { marked: marked.sort(), schema: 'HeldAction' in reference.components.schemas };
    };
    const prefix = '/api/admin.php?section=';
    const business = await held('business');
    expect(business.schema).toBe(true);
    expect(business.marked).toHaveLength(Object.keys(HELD_ACTIONS).length);
    expect(business.marked).toContain(`${prefix}users&action=set-role`);
    expect(await held('checkout')).toEqual({ marked: [], schema: false });
  });

  it('is rendered once', async () => {
    const rendered = jest.spyOn(JSON, 'stringify');
    const yaml = await (await fetch(`${platform.urls.app}/docs/openapi.yaml`)).text();
    const json = await (await fetch(`${platform.urls.app}/docs/openapi.json`)).text();
    const before = rendered.mock.calls.filter(([value]) => isDocument(value)).length;
    expect(await (await fetch(`${platform.urls.app}/docs/openapi.yaml`)).text()).toBe(yaml);
    expect(await (await fetch(`${platform.urls.app}/docs/openapi.json`)).text()).toBe(json);
    expect(rendered.mock.calls.filter(([value]) => isDocument(value))).toHaveLength(before);
    rendered.mockRestore();
    expect(yaml).toContain('openapi: 3.1.0');
  });

  it.each(['/docs/openapi.json', '/docs/openapi.yaml', '/docs', '/docs/reference', '/', '/metrics'])(
    'is counted: %s is refused past the limit',
    async (path) => {
      const address = '203.0.113.9';
      const headers = { 'x-forwarded-for': address };
      const { status, headers: shown } = await fetch(platform.urls.checkout + path, { headers });
      expect([status, shown.get('x-ratelimit-limit')]).toEqual([200, '300']);
      platform.clock.advance({ minutes: 2 });
      const limits = platform.inside('checkout', RateLimitStorage as never) as RateLimitStorage;
      for (let n = 0; n < 300; n++) await limits.increment(`general ${address}`, 60_000, 300);
      const refused = await fetch(platform.urls.checkout + path, { headers });
      expect([refused.status, await refused.json()]).toMatchObject([429, { error_code: 'RATE_LIMITED' }]);
      platform.clock.advance({ minutes: 2 });
    },
  );

  it.each([
    ['section=unapplied&action=settle', ['id', 'refund_id', 'reason']],
    ['section=ledger&action=clear-fault', ['fault_id', 'reason']],
  ])('shows the fields that admin.php?%s takes', async (query, fields) => {
    const answer = await fetch(`${platform.urls.business}/docs/openapi.json`);
    const { paths, components } = (await answer.json()) as Document;
    const { schema } = paths[`/api/admin.php?${query}`]!.post!.requestBody.content['application/json']!;
    expect(components.schemas[schema.$ref.split('/').pop()!]!.required).toEqual(fields);
  });
});
