import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { generateSync } from 'otplib';
import { CardCompany, COMPANY_CARDS } from '../support/card-company';
import { type CallOptions, type HttpAnswer, outcomeOf } from '../support/http-client';
import { picture } from '../support/identity-files';
import { Installation } from '../support/installation';
import { MailServer } from '../support/mail-server';
import { commandsOf } from '../support/doc-commands';
import { card, tokenOf } from '../e2e/checkout-api/cards';

const PASSWORD = 'correct horse battery';
const EMAIL = 'owner@shop.example.com';
const STEP_SECONDS = 30;
const CERTIFICATE = path.resolve(__dirname, '../fixtures/mail-server/certificate.pem');
const secret = (name: string) => `${name}-of-this-installation-${'x'.repeat(20)}`;

/** Every secret of an installation, none of them that of development. */
const SECRETS = Object.fromEntries(
  [
    ...[
      'JWT_SECRET',
      'PIN_PEPPER',
      'KYC_PEPPER',
      'ENCRYPTION_KEY',
      'FINGERPRINT_KEY',
      'STATEMENT_SIGNING_KEY',
    ],
    ...['GATEWAY_EVENT_HASH', 'METRICS_TOKEN'],
  ].map((name) => [name, secret(name)]),
);

/** Public addresses; the proxy that serves them with TLS is not part of this story. */
const ADDRESSES = Object.fromEntries(
  ['BUSINESS', 'CHECKOUT', 'SANDBOX', 'APP'].map((host) => [
    `${host}_BASE_URL`,
    `https://${host.toLowerCase()}.pay.example.com`,
  ]),
);

const COMMANDS = commandsOf('start/first-merchant.md');

/** "From an empty database to a live key" in docs/start/first-merchant.md, step by step. */
describe('The first day of an installation', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'payments-first-day-'));
  let company: CardCompany;
  let mails: MailServer;
  let installation: Installation;
  /** Access tokens, from the first step on. */
  let admin: string;
  let compliance: string;
  let owner: string;

  beforeAll(async () => {
    company = await CardCompany.start();
    mails = await MailServer.start({
      cert: readFileSync(CERTIFICATE),
      key: readFileSync(path.join(path.dirname(CERTIFICATE), 'key.pem')),
      disabledCommands: ['AUTH'],
    });
    installation = await Installation.start({
      ...SECRETS,
      ...ADDRESSES,
      ...company.environment,
      MAIL: 'smtp',
      SMTP_URL: mails.url,
      MAIL_FROM: 'Payments <no-reply@pay.example.com>',
      NODE_EXTRA_CA_CERTS: CERTIFICATE,
      FX_SOURCE: 'file',
      FX_RATES_FILE: ratesFile(),
    });
    company.eventsUrl = `${installation.urls.business}/api/gateway-events.php`;
    company.eventHash = SECRETS.GATEWAY_EVENT_HASH!;
  });

  afterAll(async () => {
    await installation?.stop();
    await mails?.stop();
    await company?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Live rates of this moment, as an operator without a source of rates writes them. */
  function ratesFile(): string {
    const file = path.join(folder, 'rates.json');
    const rates = { NGN: '1500', EUR: '0.9', GBP: '0.8', GHS: '15', KES: '129', ZAR: '17.2', CAD: '1.4' };
    writeFileSync(file, JSON.stringify({ base: 'USD', as_of: new Date().toISOString(), rates }));
    return file;
  }

  /** Runs the commands of the page that contain `text`, and before them its functions. */
  const shell = (text: string, variables: Record<string, string> = {}) => {
    const { business: BUSINESS, checkout: CHECKOUT } = installation.urls;
    const hosts = { BUSINESS, CHECKOUT };
    return installation.shell(`${blockWith('api() {')}\n${blockWith(text)}`, { ...hosts, ...variables });
  };

  const post = (action: string, body: object, options: CallOptions = {}) =>
    installation.post('business', action, body, options);

  async function ok(action: string, body: object, token?: string): Promise<Record<string, unknown>> {
    const answer = await post(action, body, { token });
    if (answer.status !== 200) throw new Error(`${action}: ${answer.status} ${answer.text}`);
    return answer.body as Record<string, unknown>;
  }

  /** Repeats a request until it is answered so: every host learns of a change of a session within a second. */
  async function until(outcome: (answer: HttpAnswer) => boolean, request: () => Promise<HttpAnswer>) {
    for (;;) {
      const answer = await request();
      if (outcome(answer)) return answer;
    }
  }

  /** Uses a set-up link as its page does, and signs in. Returns the access token. */
  async function setUp(email: string, link: string): Promise<string> {
    const token = link.split('#')[1]!;
    const { secret: seed } = await ok('auth.php?action=staff-invitation', { token });
    const code = (steps: number) =>
      generateSync({ secret: seed as string, epoch: Math.floor(Date.now() / 1000) + steps * STEP_SECONDS });
    await ok('auth.php?action=staff-setup', { token, password: PASSWORD, totp_code: code(0) });
    // The code of this step has been used. That of the next one is accepted, for clocks that are fast.
    return shell('totp_code', { EMAIL: email, PASSWORD, TOTP_CODE: code(1) });
  }

  /** The code in the mail that this address got. */
  async function codeOf(email: string): Promise<string> {
    const { text } = await mails.next(
      ({ to, text: body }) => to.includes(email) && /^ {4}\d{6}$/m.test(body),
    );
    return /^ {4}(\d{6})$/m.exec(text)![1]!;
  }

  it('leads from an empty database to staff and a business that may build against the sandbox', async () => {
    const [first, second] = ['first@pay.example.com', 'reviews@pay.example.com'];
    const appointed = await shell('npm run staff', { ADMIN_EMAIL: first, REVIEWER_EMAIL: second });
    expect(appointed).toContain('No staff yet');
    const links = appointed.match(/https:\S+staff-setup#\S+/g);
    expect(links).toHaveLength(2);
    admin = await setUp(first, links![0]!);
    compliance = await setUp(second, links![1]!);

    owner = await shell('action=register', { EMAIL, PASSWORD });
    const apps = 'business.php?section=apps&action=create';
    const transfer = { recipient: '@staff', amount: 5, pin: '1234' };
    const attempts = [
      [apps, { app_name: 'Shop', mode: 'test', pin: '1234' }],
      ['wallet.php?action=transfer', transfer],
    ] as const;
    for (const [path, body] of attempts)
      expect([path, outcomeOf(await post(path, body, { token: owner }))]).toEqual([path, '403 KYC_REQUIRED']);

    const proved = await shell('action=verify-email', { TOKEN: owner, MAILED_CODE: await codeOf(EMAIL) });
    expect(proved).toContain('"success":true');
    await until(
      ({ body }) => body.error_code !== 'KYC_REQUIRED',
      () => post('wallet.php?action=transfer', transfer, { token: owner }),
    );
    expect(await shell('"mode": "test"', { TOKEN: owner })).toMatch(/^ck_sec_|^sk_test_/);
    const live = await post(apps, { app_name: 'Shop', mode: 'live' }, { token: owner });
    expect(outcomeOf(live)).toBe('403 KYB_REQUIRED');
  });

  it('has no page of sent mails', async () => {
    expect((await fetch(`${installation.urls.business}/mails`)).status).toBe(404);
  });

  it('leads on to an approved business, a live key and a payment with it', async () => {
    const CERTIFICATE = path.join(folder, 'certificate.jpg');
    writeFileSync(CERTIFICATE, await picture());
    const submitted = await shell('action=submit-kyb', { TOKEN: owner, CERTIFICATE });
    expect(submitted).toContain('"kyb_status":"pending"');

    const PICTURE = path.join(folder, 'page.jpg');
    const reviewed = await shell('section=kyb', { TOKEN: compliance, PICTURE });
    expect(reviewed).toContain('"kyb_status":"approved"');
    // The first bytes of a JPEG. Another answer is shown by the failure.
    expect(readFileSync(PICTURE, 'latin1').slice(0, 500)).toMatch(/^\xff\xd8\xff/);

    const find = `admin.php?section=users&action=find&q=${encodeURIComponent(EMAIL)}`;
    const found = await installation.get('business', find, { token: compliance });
    expect(found.body.data.data).toMatchObject([{ email: EMAIL, staff_role: null, frozen: false }]);
    const people = { BUSINESS_ID: found.body.data.data[0].id as string, ADMIN_TOKEN: admin };
    const unfrozen = await shell('section=approvals', { ...people, REVIEWER_TOKEN: compliance });
    expect(unfrozen).toContain('"status":"executed"');
    const audit = await installation.get('business', 'admin.php?section=audit&action=list&per_page=100', {
      token: compliance,
    });
    const entries = audit.body.data.data as { action: string }[];
    expect(entries.map(({ action }) => action).sort()).toEqual([
      ...['approvals.approve', 'approvals.hold', 'approvals.show'],
      ...['kyb.approve', 'kyb.queue', 'kyc.approve', 'kyc.document-viewed', 'kyc.queue'],
      ...['staff.add', 'staff.add', 'staff.set-up', 'staff.set-up'],
      ...['users.find', 'users.freeze', 'users.unfreeze'],
    ]);

    const opened = await shell('"mode": "live"', { EMAIL, PASSWORD });
    const session = JSON.parse(opened) as { session_id: string; checkout_url: string };
    const paid = await installation.post(
      'checkout',
      'sessions.php?action=pay-card',
      { session_id: session.session_id, card: card(COMPANY_CARDS.noChallenge) },
      { sessionToken: tokenOf(session) },
    );
    expect([paid.status, paid.body.status]).toEqual([200, 'completed']);
    await company.rest();
    const { access_token: token } = await ok('auth.php?action=login', { email: EMAIL, password: PASSWORD });
    const balance = await installation.get('business', 'wallet.php?action=balance&currency=NGN', {
      token: token as string,
    });
    expect(balance.body.balance).toBe('2500.50');
    const verification = installation.run('scripts/ledger-verify.mjs');
    expect([await verification.ended, verification.output]).toEqual([0, expect.any(String)]);
    expect([...UNUSED]).toEqual([]);
  });
});

/** The blocks of commands of the page that were not run yet. */
const UNUSED = new Set(COMMANDS);

/** The commands of the page that contain `text`. */
function blockWith(text: string): string {
  const found = COMMANDS.find((block) => block.includes(text));
  if (!found) throw new Error(`the page has no commands with ${text}`);
  UNUSED.delete(found);
  return found;
}
