import type { Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync } from 'class-validator';
import * as fc from 'fast-check';
import { declaredFields } from '../../libs/http/src/validation/sealed';
import { Authenticators } from '../support/authenticator';
import { dtosOf, type FieldDescription, fieldsOf } from '../support/field-classes';
import { outcomeOf } from '../support/http-client';
import { picture } from '../support/identity-files';
import type { TestMerchant, TestUser } from '../support/people';
import { APPS, type Platform, startPlatform } from '../support/platform';
import { upload } from '../support/uploads';

const HOSTS = ['business', 'checkout', 'sandbox', 'app'] as const;
const NBSP = '\u00a0';
const RLM = '\u200f';

let platform: Platform;
let user: TestUser;
let merchant: TestMerchant;
beforeAll(async () => {
  platform = await startPlatform({ apps: APPS, env: { RATE_LIMITS: 'false' } });
  [user, merchant] = [await platform.signUp(), await platform.merchant()];
  await platform.fund(user, 'NGN', '100.00');
  await platform.fund(merchant, 'NGN', '100.00');
});
afterAll(() => platform?.proveAndStop());

/** Kinds of fields by the names of their rules: whether marks are dropped from them, and blanks within them. */
const OF_TEXT = ['text', 'lines', 'metadata', 'https-url-or-text', 'name', 'search-text', 'url', 'https-url'];
const OF_CODES = [
  'amount',
  'code',
  'currency',
  'date',
  'day',
  'decimal',
  'digits-or-text',
  'email',
  'instant',
];
const MORE_CODES = ['list', 'one-of', 'query-int', 'rate', 'usertag', 'uuid'];
const KINDS: Record<string, { marks: boolean; blanks?: boolean }> = {
  ...Object.fromEntries(OF_TEXT.map((kind) => [kind, { marks: false }])),
  ...Object.fromEntries([...OF_CODES, ...MORE_CODES].map((kind) => [kind, { marks: true }])),
  groups: { marks: true, blanks: true },
  digits: { marks: true, blanks: true },
};
/** Rules of fields that are no text, and of those that are read as they were typed. */
const OTHERS = ['isOptional', 'boolean', 'int', 'rows', 'isObject', 'isDefined', 'absent', 'verbatim'];

const OF_KIND: Record<string, unknown> = {
  amount: '12.50',
  code: 'abc',
  currency: 'NGN',
  date: '2026-01-31',
  day: '2026-01-31',
  decimal: '7.5',
  digits: '123456',
  'digits-or-text': '2348012345678',
  email: 'ada@example.com',
  'https-url-or-text': 'Photo 7',
  instant: '2026-01-31T10:00:00Z',
  lines: 'Ada',
  metadata: { key: 'value' },
  name: 'Ada Lovelace',
  'query-int': '7',
  rate: '1540.25',
  'search-text': 'Ada',
  text: 'Ada Lovelace',
  url: 'https://shop.example/a?b=1',
  'https-url': 'https://shop.example/a?b=1',
  usertag: 'ada_1',
  uuid: '01939d2f-0000-7000-8000-000000000000',
};
const LISTS: Record<string, string> = {
  allowed_ips: '192.0.2.1',
  allowed_origins: 'https://shop.example',
  clear: 'notes',
  events: 'payment.success',
  file_ids: '01939d2f-0000-7000-8000-000000000000',
  payment_methods: 'card',
  scopes: 'wallet:read',
  suggested_amounts: '12.50',
  types: 'payment.success',
  webhook_events: 'payment.success',
};

/** A value that a field of this kind accepts. */
function validValue(kind: string, { name, ...described }: FieldDescription): unknown {
  if (kind === 'list') return [LISTS[name]];
  const choices = Object.values(described.enum ?? {}) as unknown[];
  if (choices.length > 0 && kind === 'one-of') return choices[0];
  const pattern = described.pattern ?? described.oneOf?.find((form) => form.pattern)?.pattern;
  if (!pattern) return OF_KIND[kind];
  return fc.sample(fc.stringMatching(new RegExp(pattern)), { seed: 7, numRuns: 1 })[0];
}

/** The same value as people paste it. */
function pastedForms(kind: string, value: unknown): unknown[] {
  const { marks, blanks } = KINDS[kind]!;
  const forms: ((text: string) => string)[] = [
    (text) => `\t${text}${NBSP}`,
    (text) => `\u3000 ${text}\r\n`,
    ...(marks
      ? [(text: string) => `\ufeff\u202a${text}\u202c`, (text: string) => [...text].join('\u00ad')]
      : []),
    ...(blanks ? [(text: string) => [...text].join(NBSP), (text: string) => [...text].join('\t ')] : []),
  ];
  return forms.map((form) => {
    if (typeof value === 'string') return form(value);
    if (Array.isArray(value)) return value.map((item) => form(String(item)));
    return Object.fromEntries(
      Object.entries(value as object).map(([key, text]) => [form(key), form(String(text))]),
    );
  });
}

/** What a class makes of one field, and the errors that it names. */
function read(type: Type, name: string, value: unknown) {
  const object = plainToInstance(type, declaredFields(type, { [name]: value })) as Record<string, unknown>;
  const errors = validateSync(object).filter(({ property }) => property === name);
  return {
    value: object[name],
    errors: errors.flatMap(({ constraints = {} }) => Object.values(constraints)),
  };
}

describe.each(HOSTS)('Each field of the %s host', (host) => {
  it('has the same value with blanks and invisible marks around it as without them', () => {
    const unequal: string[] = [];
    let compared = 0;
    for (const type of dtosOf(platform, host)) {
      const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', true, false);
      for (const field of fieldsOf(type)) {
        const kinds = rules.filter(({ propertyName, name }) => propertyName === field.name && name);
        for (const kind of kinds.map(({ name }) => name!).filter((name) => !OTHERS.includes(name))) {
          if (!(kind in KINDS))
            throw new Error(`${type.name}.${field.name}: ${kind} has no normal form here`);
          const value = validValue(kind, field);
          if (value === undefined) throw new Error(`${type.name}.${field.name}: add a valid value`);
          const clean = read(type, field.name, value);
          if (clean.errors.length > 0)
            unequal.push(`${type.name}.${field.name} refuses ${JSON.stringify(value)}: ${clean.errors[0]}`);
          for (const pasted of pastedForms(kind, value)) {
            compared++;
            if (JSON.stringify(read(type, field.name, pasted)) !== JSON.stringify(clean))
              unequal.push(`${type.name}.${field.name} (${kind}) ${JSON.stringify(pasted)}`);
          }
        }
      }
    }
    expect(unequal).toEqual([]);
    expect(compared).toBeGreaterThan(100);
  });
});

describe('What people paste', () => {
  const post = (path: string, body: object, by: object) => platform.post('business', path, body, by);

  it('is read in a transfer, its PIN and its currency', async () => {
    const body = {
      recipient: `${RLM}@${merchant.usertag}${NBSP}`,
      recipient_type: ' usertag ',
      amount: ' 1.50 ',
      currency: '\tngn',
      note: ` two${NBSP}words\t`,
      pin: ` ${user.pin.slice(0, 2)} ${user.pin.slice(2)}${NBSP}`,
    };
    const answer = await post('wallet.php?action=transfer', body, { token: user.token });
    expect(outcomeOf(answer)).toBe('200 OK');
    const { body: detail } = await platform.get(
      'business',
      `transactions.php?action=detail&uuid=%20${String(answer.body.transaction_id)}%E2%80%8E`,
      { token: user.token },
    );
    expect([detail.amount, detail.description]).toEqual([1.5, 'two words']);
  });

  it('is read in the code of an authenticator, in groups', async () => {
    const apps = new Authenticators(platform);
    const { user: secured, secret } = await apps.turnOn(await platform.signUp());
    const code = apps.nextCode(secret);
    const body = {
      email: `${RLM}${secured.email.toUpperCase()}${NBSP}`,
      password: secured.password,
      totp_code: `${code.slice(0, 3)}${NBSP}${code.slice(3)} `,
    };
    expect(outcomeOf(await post('auth.php?action=login', body, {}))).toBe('200 OK');
  });

  it('is read in queries, also in the name of the action', async () => {
    const path = 'wallet.php?action=%20history%C2%A0&type=%09transfer%E2%80%8E&page=%C2%A01&currency=ngn%20';
    const { status, body } = await platform.get('business', path, { token: user.token });
    expect([status, body.data.total]).toEqual([200, 1]);
  });

  it('is read in the addresses of pages', async () => {
    const key = merchant.test.secret_key;
    const session = await platform.post('sandbox', 'sessions.php?action=create', { amount: 5 }, { key });
    const link = await platform.post(
      'sandbox',
      'features.php?section=payment-links&action=create',
      { title: 'A chair', amount: 5 },
      { key },
    );
    for (const url of [session.body.checkout_url, link.body.url] as string[])
      for (const end of ['%20', '%C2%A0', '%E2%80%8E', '%EF%BB%BF?lang=fr'])
        expect([end, (await fetch(url + end)).status]).toEqual([end, 200]);
  });

  it('is read in forms with a file', async () => {
    const file = await picture();
    const answer = await upload(platform, file, {
      token: user.token,
      docType: ` passport${NBSP}`,
      tier: `${RLM}1\t`,
    });
    expect([answer.status, answer.body.doc_type]).toEqual([200, 'passport']);
  });

  it('is read in numbers of accounts', async () => {
    const banks = [
      {
        currency: 'GBP',
        sort_code: `${RLM}20-00${NBSP}-00`,
        account_number: '5577\t9911',
        account_name: 'Ada',
      },
      {
        currency: 'EUR',
        iban: `DE89${NBSP}3704 0044\t0532 0130 00`,
        swift: ' COBA DE FF ',
        account_name: 'Ada',
      },
      { currency: ' ngn', bank_code: `058${NBSP}`, account_number: `${RLM}0123 456 789` },
    ];
    for (const bank of banks) {
      const answer = await post('payout.php?action=add-bank', bank, { token: user.token });
      expect([bank, outcomeOf(answer)]).toEqual([bank, '200 OK']);
    }
  });

  it.each(['latin1', 'utf8'] as const)('is read in headers with credentials, in %s', async (encoding) => {
    const pasted = (text: string) => {
      const marked = encoding === 'utf8' ? `\ufeff\u202a${text}\u202c${NBSP}` : `${NBSP}${text}${NBSP}`;
      return Buffer.from(marked, encoding).toString('latin1');
    };
    const [path, key] = ['sessions.php?action=create', merchant.test.secret_key];
    const created = await platform.post('sandbox', path, { amount: 5 }, { key: pasted(key) });
    const { session_id: id, checkout_url: url } = created.body as {
      session_id: string;
      checkout_url: string;
    };
    const page = new URL(url).pathname.split('/').at(-1)!;
    const answers = [
      created,
      await platform.get('sandbox', `sessions.php?session_id=${id}`, {
        headers: { 'x-checkout-key': pasted(key) },
      }),
      await platform.get('sandbox', `sessions.php?action=public-status&session_id=${id}`, {
        headers: { 'x-session-token': pasted(page) },
      }),
      await platform.get('business', 'auth.php?action=profile', { token: pasted(user.token) }),
    ];
    expect(answers.map(outcomeOf)).toEqual(Array(4).fill('200 OK'));
  });

  it('is read in Variant B, with its idempotency key', async () => {
    const create = (fields: object, headers: Record<string, string> = {}) =>
      platform.post(
        'sandbox',
        'session.php?action=create',
        { amount: ' 500 ', currency_code: `ngn${NBSP}`, ...fields },
        { key: merchant.test.secret_key, headers },
      );
    const first = await create({
      idempotency_key: ` pasted-key${NBSP}`,
      success_url: `${RLM}https://shop.example/ `,
    });
    expect(outcomeOf(first)).toBe('201 OK');
    const again = await create({ idempotency_key: 'pasted-key' }, { 'x-idempotency-key': 'pasted-key' });
    expect(again.body.error_code).toBe('IDEMPOTENCY_CONFLICT');
  });

  it('is kept in names and texts, where it shows something', async () => {
    const named = (fields: object) =>
      post('settings.php?action=update-profile', fields, { token: user.token });
    const { body } = await named({
      first_name: `\t${RLM}Ada\u202a${NBSP}O.\u202c `,
      last_name: 'Lo\u00advelace',
    });
    expect([body.user.first_name, body.user.last_name]).toEqual([
      `${RLM}Ada\u202a O.\u202c`,
      'Lo\u00advelace',
    ]);
    for (const nothing of ['\u3164', '\u2800', '\u115f\u1160', `${NBSP}\t`, `${RLM}\u00ad`]) {
      const refused = await named({ first_name: nothing });
      expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'first_name']);
    }
  });

  it('is read in keys and texts of metadata', async () => {
    const create = (metadata: object) =>
      platform.post(
        'sandbox',
        'sessions.php?action=create',
        { amount: 5, metadata },
        { key: merchant.test.secret_key },
      );
    const { body } = await create({
      [` order${NBSP}`]: `\t7 `,
      nested: { 'e\u0301 ': ' x' },
      lines: 'a\r\nb\rc',
    });
    const read = await platform.get(
      'sandbox',
      `sessions.php?session_id=%20${String(body.session_id)}%C2%A0`,
      {
        key: merchant.test.secret_key,
      },
    );
    expect(read.body.metadata).toEqual({ order: '7', nested: { '\u00e9': 'x' }, lines: 'a\nb\nc' });
    const twice = await create({ order: 1, 'order ': 2 });
    expect([twice.status, twice.body.errors[0].field]).toEqual([400, 'metadata']);
  });
});
