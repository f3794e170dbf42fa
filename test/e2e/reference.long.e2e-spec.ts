import { readFileSync } from 'node:fs';
import path from 'node:path';
import { RateLimitStorage } from '@app/http';
import { load } from 'js-yaml';
import { HELD_ACTIONS } from '../../libs/backoffice/src/approvals/held-actions.policy';
import { PUBLIC_EVENTS } from '../../libs/webhooks/src/events/catalogue';
import { wholeReference } from '../support/api-reference';
import { dtosOf } from '../support/field-classes';
import { APPS, type Platform, startPlatform } from '../support/platform';
import { maskedDocument } from '../../scripts/lib/masked-document.mjs';

const HOSTS = ['business', 'checkout', 'sandbox', 'app'] as const;
type Host = (typeof HOSTS)[number];
/** Where each committed document is served. */
const SERVED = [
  ...HOSTS.map((host) => ({ name: host, host, folder: '/docs' })),
  { name: 'staff', host: 'business', folder: '/docs/staff' },
] as const;
const committed = (name: string): unknown =>
  JSON.parse(readFileSync(path.resolve(__dirname, `../../docs/openapi/${name}.json`), 'utf8'));
/** Ids are names of methods in generated clients: a row is added with each operation, and none is changed. */
const OPERATION_IDS = JSON.parse(
  readFileSync(path.resolve(__dirname, '../support/operation-ids.json'), 'utf8'),
) as Record<string, string>;
const isDocument = (value: unknown) =>
  typeof value === 'object' && value !== null && 'openapi' in value && 'paths' in value;

interface Document {
  paths: Record<
    string,
    { post?: { requestBody: { content: Record<string, { schema: { $ref: string } }> } } }
  >;
  components: { schemas: Record<string, { required?: string[]; properties?: Record<string, object> }> };
}

interface DescribedOperation {
  parameters?: { in: string; required?: boolean }[];
  responses: Record<string, { content?: Record<string, { schema: { allOf: { properties?: object }[] } }> }>;
}

const codesOf = ({ content }: DescribedOperation['responses'][string]): string[] =>
  (content!['application/json']!.schema.allOf[1]!.properties as { error_code: { enum: string[] } }).error_code
    .enum;

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
    const taken = new Set([...dtosOf(platform, host)].map(({ name }) => name));
    const schemas = Object.entries(components.schemas).filter(([name]) => taken.has(name));
    const fields = schemas.flatMap(([schema, { properties = {} }]) =>
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

  it.each(SERVED)(
    'serves the document of $name as the repository has it, also as YAML',
    async ({ name, host, folder }) => {
      const text = async (format: string) =>
        (await fetch(`${platform.urls[host]}${folder}/openapi.${format}`)).text();
      const document = JSON.parse(await text('json')) as {
        servers: { url: string }[];
        info: { version: string };
      };
      expect(document.servers).toEqual([{ url: platform.urls[host] }]);
      expect(document.info.version).toMatch(/^\d+\.\d+\.\d+$/);
      expect(maskedDocument(document)).toEqual(committed(name));
      expect(load(await text('yaml'))).toEqual(document);
    },
  );

  it('serves the document of staff on their host only', async () => {
    const statuses = await Promise.all(
      HOSTS.map(async (host) => (await fetch(`${platform.urls[host]}/docs/staff/openapi.json`)).status),
    );
    expect(statuses).toEqual([200, 404, 404, 404]);
  });

  it('has for each operation the id that clients were generated with', () => {
    const ids = SERVED.flatMap(({ name }) => {
      const { paths } = committed(name) as { paths: Record<string, Record<string, { operationId: string }>> };
      return Object.entries(paths).flatMap(([place, item]) =>
        Object.entries(item).map(([method, { operationId }]) => [
          `${method.toUpperCase()} ${place}`,
          operationId,
        ]),
      );
    });
    expect(Object.fromEntries(ids)).toEqual(OPERATION_IDS);
  });

  it.each(SERVED)(
    'describes in the document of $name every answer, and each refusal by its codes',
    ({ name }) => {
      const { paths } = committed(name) as { paths: Record<string, Record<string, DescribedOperation>> };
      for (const [place, item] of Object.entries(paths)) {
        expect(place).not.toContain('?');
        for (const { responses, parameters = [] } of Object.values(item)) {
          const [success] = Object.keys(responses).filter((status) => status < '3');
          expect(responses[success!]!.content).toBeDefined();
          expect(codesOf(responses['4XX']!)).toContain('VALIDATION_ERROR');
          expect(codesOf(responses['5XX']!)).toContain('INTERNAL_ERROR');
          const headers = parameters.filter((parameter) => parameter.in === 'header');
          expect(headers.filter(({ required }) => required)).toEqual([]);
        }
      }
      expect(JSON.stringify(paths)).not.toContain('"nullable"');
    },
  );

  it('describes each public event, which its name selects', () => {
    const { webhooks, components } = committed('sandbox') as {
      webhooks: object;
      components: { schemas: { WebhookEvent: { oneOf: object[]; discriminator: { mapping: object } } } };
    };
    const names = PUBLIC_EVENTS.map(({ name }) => name);
    expect(Object.keys(webhooks)).toEqual(names);
    expect(Object.keys(components.schemas.WebhookEvent.discriminator.mapping)).toEqual(names);
    expect(components.schemas.WebhookEvent.oneOf).toHaveLength(names.length);
    expect(committed('app')).not.toHaveProperty('webhooks');
  });

  it('has the response of each action that may wait for a second person, on the host of staff only', async () => {
    const held = async (host: Host) => {
      const reference = (await wholeReference(host, platform.urls[host])) as unknown as {
        paths: Record<string, { post?: { responses: object } }>;
        components: { schemas: object };
      };
      const paths = Object.entries(reference.paths);
      const marked = paths.filter(([, { post }]) => post && '202' in post.responses).map(([path]) => path);
      return { marked: marked.sort(), schema: 'AwaitingApproval' in reference.components.schemas };
    };
    const prefix = '/api/admin.php/';
    const business = await held('business');
    expect(business.schema).toBe(true);
    expect(business.marked).toHaveLength(Object.keys(HELD_ACTIONS).length);
    expect(business.marked).toContain(`${prefix}users/set-role`);
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
    ['unapplied/settle', ['id', 'refund_id', 'reason']],
    ['ledger/clear-fault', ['fault_id', 'reason']],
  ])('shows the fields that admin.php/%s takes', async (action, fields) => {
    const { paths, components } = (await wholeReference(
      'business',
      platform.urls.business,
    )) as unknown as Document;
    const { schema } = paths[`/api/admin.php/${action}`]!.post!.requestBody.content['application/json']!;
    expect(components.schemas[schema.$ref.split('/').pop()!]!.required).toEqual(fields);
  });
});
