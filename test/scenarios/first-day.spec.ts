import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { generateSync } from 'otplib';
import { CardCompany, COMPANY_CARDS } from '../support/card-company';
import { type CallOptions, type HttpAnswer, outcomeOf } from '../support/http-client';
import { picture } from '../support/identity-files';
import { Installation } from '../support/installation';
import { MailServer } from '../support/mail-server';
import type { Platform } from '../support/platform';
import { upload } from '../support/uploads';
import { Shop } from '../e2e/checkout-api/cards';
import { ApprovalsDesk } from '../e2e/staff/approvals-desk';

const PASSWORD = 'correct horse battery';
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

/** "From an empty database to a live key" in docs/operating.md, step by step. */
describe('The first day of an installation', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'payments-first-day-'));
  let company: CardCompany;
  let mails: MailServer;
  let installation: Installation;
  /** The same, for helpers that post and get. */
  let platform: Platform;
  /** Access tokens, from the first step on. */
  let compliance: string;
  let owner: string;
  let ownerId: string;

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
    platform = installation as unknown as Platform;
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

  /** Appoints a member of staff from the command line, who uses the link and signs in. Returns their access token. */
  async function appoint(email: string, role: string): Promise<string> {
    const command = installation.run('scripts/staff.mjs', 'add', email, role);
    const link = await command.says(/https:\S+staff-setup#\S+/);
    expect(await command.ended).toBe(0);
    const token = link.split('#')[1]!;
    const { secret: seed } = await ok('auth.php?action=staff-invitation', { token });
    const code = (steps: number) =>
      generateSync({ secret: seed as string, epoch: Math.floor(Date.now() / 1000) + steps * STEP_SECONDS });
    await ok('auth.php?action=staff-setup', { token, password: PASSWORD, totp_code: code(0) });
    // The code of this step has been used. That of the next one is accepted, for clocks that are fast.
    const signedIn = await ok('auth.php?action=login', { email, password: PASSWORD, totp_code: code(1) });
    return signedIn.access_token as string;
  }

  /** The code in the mail that this address got. */
  async function codeOf(email: string): Promise<string> {
    const { text } = await mails.next(
      ({ to, text: body }) => to.includes(email) && /^ {4}\d{6}$/m.test(body),
    );
    return /^ {4}(\d{6})$/m.exec(text)![1]!;
  }

  it('leads from an empty database to staff and a business that may build against the sandbox', async () => {
    const listed = installation.run('scripts/staff.mjs', 'list');
    await listed.says('No staff yet');
    expect(await listed.ended).toBe(0);
    const admin = await appoint('first@pay.example.com', 'admin');
    compliance = await appoint('reviews@pay.example.com', 'compliance');

    const email = 'owner@shop.example.com';
    const business = await ok('auth.php?action=register', {
      account_type: 'business',
      email,
      password: PASSWORD,
      first_name: 'Mira',
      last_name: 'Okafor',
      business_name: 'Books of Mira',
    });
    owner = business.access_token as string;
    const { usertag } = business.user as { usertag: string };
    ownerId = (business.user as { id: string }).id;
    await ok('settings.php?action=set-pin', { pin: '1234', confirm_pin: '1234' }, owner);

    const apps = 'business.php?section=apps&action=create';
    const transfer = { recipient: '@staff', amount: 5, pin: '1234' };
    for (const [path, body] of [
      [apps, { app_name: 'Shop', mode: 'test', pin: '1234' }],
      ['wallet.php?action=transfer', transfer],
    ] as const)
      expect([path, outcomeOf(await post(path, body, { token: owner }))]).toEqual([path, '403 KYC_REQUIRED']);

    await ok('auth.php?action=verify-email', { otp: await codeOf(email) }, owner);
    await until(
      ({ body }) => body.error_code !== 'KYC_REQUIRED',
      () => post('wallet.php?action=transfer', transfer, { token: owner }),
    );
    const keys = await ok(apps, { app_name: 'Shop', mode: 'test', pin: '1234' }, owner);
    expect(keys.secret_key).toMatch(/^ck_sec_|^sk_test_/);
    const live = await post(apps, { app_name: 'Shop', mode: 'live', pin: '1234' }, { token: owner });
    expect(outcomeOf(live)).toBe('403 KYB_REQUIRED');

    const users = 'admin.php?section=users&action=';
    const find = await installation.get('business', `${users}find&q=${usertag}`, { token: compliance });
    expect(find.body.data.data).toMatchObject([{ id: ownerId, email, staff_role: null, frozen: false }]);
    // A mistake of the first day. Its repair waits for a second person, because of the reason of the freeze.
    const decision = { user_id: ownerId, reason: 'AML: looks like another shop' };
    await ok(`${users}freeze`, decision, compliance);
    const asked = { ...decision, reason: 'It is not' };
    const held = await post(`${users}unfreeze`, asked, { token: admin });
    expect([held.status, held.body.status]).toEqual([202, 'awaiting_approval']);
    const desk = new ApprovalsDesk(platform);
    const approved = await desk.carriedOut({ token: compliance }, held);
    expect([approved.status, approved.body.status]).toEqual([200, 'executed']);
    const signedIn = await ok('auth.php?action=login', { email, password: PASSWORD });
    owner = signedIn.access_token as string;
    const audit = await installation.get('business', 'admin.php?section=audit&action=list&per_page=100', {
      token: compliance,
    });
    const entries = audit.body.data.data as { action: string }[];
    expect(entries.map(({ action }) => action).sort()).toEqual([
      ...['approvals.approve', 'approvals.hold', 'approvals.show'],
      ...['staff.add', 'staff.add', 'staff.set-up', 'staff.set-up'],
      ...['users.find', 'users.freeze', 'users.unfreeze'],
    ]);
  });

  it('leads on to an approved business, a live key and a payment with it', async () => {
    const certificate = { token: owner, docType: 'business_registration' };
    const uploaded = await upload(platform, await picture(), certificate);
    expect([uploaded.status, uploaded.body.status]).toEqual([200, 'pending']);
    const details = { legal_name: 'Books of Mira Limited', registration_number: 'RC 1234567' };
    const address = { country_code: 'NG', address: '12 Marina Road, Lagos' };
    expect(await ok('kyc.php?action=submit-kyb', { ...details, ...address }, owner)).toMatchObject({
      kyb_status: 'pending',
    });

    const read = (action: string) =>
      installation.get('business', `admin.php?section=${action}`, { token: compliance });
    const papers = await read('kyc&action=queue');
    expect(papers.body.data.data).toMatchObject([{ doc_type: 'business_registration' }]);
    const document_id = uploaded.body.id as string;
    expect((await read(`kyc&action=document&document_id=${document_id}`)).status).toBe(200);
    await ok('admin.php?section=kyc&action=approve', { document_id }, compliance);
    const waiting = await read('kyb&action=queue');
    expect(waiting.body.data.data).toMatchObject([{ user_id: ownerId }]);
    const { submission_id } = waiting.body.data.data[0];
    await ok('admin.php?section=kyb&action=approve', { user_id: ownerId, submission_id }, compliance);

    const app = { app_name: 'Shop', mode: 'live', pin: '1234' };
    const keys = await ok('business.php?section=apps&action=create', app, owner);
    expect(keys.secret_key).toMatch(/^sk_live_/);
    const shop = new Shop(platform, 'checkout', keys.secret_key as string);
    const session = await shop.open();
    const paid = await shop.pay(session, COMPANY_CARDS.noChallenge);
    expect([paid.status, paid.body.status]).toEqual([200, 'completed']);
    await company.rest();
    expect((await shop.verify(session.session_id)).body).toMatchObject({
      status: 'completed',
      amount: 2500.5,
      gateway: 'flutterwave',
    });
    const balance = await installation.get('business', 'wallet.php?action=balance&currency=NGN', {
      token: owner,
    });
    expect(balance.body.balance).toBe('2500.50');
    const verification = installation.run('scripts/ledger-verify.mjs');
    expect([await verification.ended, verification.output]).toEqual([0, expect.any(String)]);
  });
});
