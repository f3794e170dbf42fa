import { randomUUID } from 'node:crypto';
import { InviteStaff, RemoveStaff } from '@app/accounts';
import type { StaffRole } from '@app/http';
import { Commands } from '@app/write-path';
import { generateSync } from 'otplib';
import type { Browser } from 'playwright-core';
import { DESKTOP, describeInBrowser, launch, look, watchedPage } from '../checkout-api/browser';
import { type CallOptions, type HttpAnswer, outcomeOf } from '../../support/http-client';
import type { TestStaff } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { Program } from '../../support/program';
import { ApprovalsDesk } from '../staff/approvals-desk';

const PASSWORD = 'correct horse battery';

let platform: Platform;
let admin: TestStaff;
let desk: ApprovalsDesk;

beforeAll(async () => {
  platform = await startPlatform({ apps: ['business', 'app', 'scheduler'] });
  admin = await platform.staff('admin');
  desk = new ApprovalsDesk(platform);
});

afterAll(() => platform?.proveAndStop());

/** `npm run staff` on the platform's database, as a container runs it. */
async function staff(...args: string[]): Promise<{ code: number | null; out: string; token: string }> {
  const program = Program.run('dist/apps/scheduler/src/staff.js', args, {
    NODE_ENV: 'test',
    DATABASE_URL: platform.config.env.DATABASE_URL,
    BUSINESS_BASE_URL: 'https://api.example.com',
  });
  const code = await program.ended;
  const token = /^ {2}https:\/\/api\.example\.com\/staff-setup#(\S+)$/m.exec(program.stdout)?.[1] ?? '';
  return { code, out: program.output, token };
}

/** The token of a set-up link, made as the command line makes it. */
async function invited(email: string, role: StaffRole): Promise<string> {
  const operator = { staffId: null, address: 'command line', requestId: 'test' };
  return (await platform.inside('business', Commands).execute(new InviteStaff(operator, email, role))).token;
}

const removed = (email: string) =>
  platform
    .inside('business', Commands)
    .execute(new RemoveStaff({ staffId: null, address: 'command line', requestId: 'test' }, email));

const invitation = (token: string) => post('auth.php?action=staff-invitation', { token });
const setUp = (token: string, fields: object) => post('auth.php?action=staff-setup', { token, ...fields });
const login = (email: string, password: string, totp_code?: string) =>
  post('auth.php?action=login', { email, password, totp_code });

/** Each from an address of its own, because sign-ins are limited by address. */
function post(path: string, body: object, options: CallOptions = {}): Promise<HttpAnswer> {
  const last = () => Math.floor(Math.random() * 250) + 1;
  const headers = { 'x-forwarded-for': `10.${last()}.${last()}.${last()}` };
  return platform.post('business', path, body, { headers, ...options });
}

/** The current code, after a step that no earlier code used up. */
function codeOf(secret: string): string {
  platform.clock.advance({ seconds: 30 });
  return generateSync({ secret, epoch: platform.clock.unixSeconds() });
}

async function useLink(token: string, password = PASSWORD): Promise<string> {
  const { secret } = (await invitation(token)).body as { secret: string };
  const answer = await setUp(token, { password, totp_code: codeOf(secret) });
  if (answer.status !== 200) throw new Error(answer.text);
  return secret;
}

const decide = (by: { token: string }, action: string, user_id: string, fields: object = {}) =>
  post(
    `admin.php?section=users&action=${action}`,
    { user_id, reason: 'A new task', ...fields },
    { token: by.token },
  );

const roleOf = async (id: string) =>
  (
    await platform.sql<{ role: string | null }>('SELECT staff_role AS role FROM users WHERE id = $1', [id])
  )[0]!.role;

const idOf = async (email: string) =>
  (await platform.sql<{ id: string }>('SELECT id FROM users WHERE email = $1', [email]))[0]!.id;

const mailbox = () => `staff-${randomUUID().slice(0, 8)}@example.com`;

/** Leaves no administrator but these. */
async function onlyAdministrators(...ids: string[]): Promise<void> {
  await platform.sql(
    "UPDATE users SET staff_role = NULL WHERE staff_role = 'admin' AND id <> ALL ($1::uuid[])",
    [ids],
  );
  await platform.sessionChangesProcessed();
}

describe('npm run staff', () => {
  it('prints its usage for anything else', async () => {
    expect(await staff('add', 'x@example.com', 'owner')).toMatchObject({
      code: 2,
      out: expect.stringContaining('Usage:'),
    });
  });

  it('opens an account, whose holder becomes staff by the printed link', async () => {
    const email = mailbox();
    const { token } = await staff('add', email.toUpperCase(), 'finance');
    const id = await idOf(email);
    expect(await roleOf(id)).toBeNull();

    const opened = await invitation(token);
    expect(opened.body).toMatchObject({ email, role: 'finance', qr_svg: expect.stringContaining('<svg') });
    expect(opened.body.otpauth_uri).toContain(`secret=${opened.body.secret}`);
    // The page may be opened again: the authenticator that was scanned stays the right one.
    expect((await invitation(token)).body.secret).toBe(opened.body.secret);

    const totp_code = codeOf(opened.body.secret as string);
    expect(outcomeOf(await setUp(token, { password: 'short', totp_code }))).toBe('400 VALIDATION_ERROR');
    expect(outcomeOf(await setUp(token, { password: 'password123456', totp_code }))).toBe(
      '400 VALIDATION_ERROR',
    );
    expect(outcomeOf(await setUp(token, { password: PASSWORD, totp_code: '000000' }))).toBe(
      '400 VALIDATION_ERROR',
    );
    expect((await setUp(token, { password: PASSWORD, totp_code })).body).toMatchObject({
      email,
      role: 'finance',
    });
    // The code counts once.
    expect(outcomeOf(await login(email, PASSWORD, totp_code))).toBe('401 INVALID_CREDENTIALS');
    expect(outcomeOf(await login(email, PASSWORD))).toBe('401 TOTP_REQUIRED');
    const { body } = await login(email, PASSWORD, codeOf(opened.body.secret as string));
    const parked = await platform.get('business', 'admin.php?section=deliveries&action=parked', {
      token: body.access_token as string,
    });
    expect(parked.status).toBe(200);
    expect((await staff('list')).out).toContain(`${email}  finance, second factor on\n`);

    const audits = await platform.sql(
      'SELECT action, staff_id, before, after, address FROM audit_log WHERE subject = $1 ORDER BY id',
      [id],
    );
    expect(audits).toMatchObject([
      { action: 'staff.add', staff_id: null, address: expect.stringMatching(/^command line, .+@.+/) },
      { action: 'staff.set-up', staff_id: id, before: { role: null }, after: { role: 'finance' } },
    ]);
    expect(JSON.stringify(audits)).not.toContain(token);
    const [stored] = await platform.sql<{ found: string }>(
      `SELECT count(*) AS found FROM outbox WHERE payload::text LIKE '%' || $1 || '%'`,
      [token],
    );
    expect(stored!.found).toBe('0');
  });

  it('refuses links that are used, replaced, expired, foreign or of a frozen account, with one answer', async () => {
    const email = mailbox();
    const replaced = await invited(email, 'support');
    const used = await invited(email, 'support');
    const { secret } = (await invitation(used)).body as { secret: string };
    const fields = { password: PASSWORD, totp_code: codeOf(secret) };
    const outcomes = (await Promise.all(Array.from({ length: 4 }, () => setUp(used, fields)))).map(outcomeOf);
    expect(outcomes.sort()).toEqual(['200 OK', ...Array<string>(3).fill('400 VALIDATION_ERROR')]);

    const [late, frozen] = [await invited(mailbox(), 'support'), mailbox()];
    const ofFrozen = await invited(frozen, 'support');
    await platform.people.freeze(await idOf(frozen));
    const stranger = 'x'.repeat(43);
    const messages = new Set<string>();
    const refused = async (token: string) => {
      for (const answer of [await invitation(token), await setUp(token, fields)]) {
        expect(outcomeOf(answer)).toBe('400 VALIDATION_ERROR');
        messages.add(answer.body.message as string);
      }
    };
    for (const token of [used, replaced, ofFrozen, stranger]) await refused(token);
    expect((await invitation(late)).status).toBe(200);
    // The clock of the tests cannot go back, and sessions would end.
    const [lifetime] = await platform.sql<{ hours: number }>(
      `UPDATE staff_invitations SET expires_at = created_at WHERE role = 'support'
       RETURNING (SELECT extract(epoch FROM i.expires_at - i.created_at)::int / 3600 AS hours
                    FROM staff_invitations i WHERE i.user_id = staff_invitations.user_id)`,
    );
    expect(lifetime).toEqual({ hours: 24 });
    await refused(late);
    expect(messages.size).toBe(1);
  });

  it('takes an account of a stranger over: their sessions, password and second factor end', async () => {
    const stranger = await platform.signUp();
    await platform.sql('UPDATE users SET email_verified_at = NULL WHERE id = $1', [stranger.id]);
    const token = await invited(stranger.email, 'admin');
    // Until then the account stays as it is, and has no role.
    expect((await login(stranger.email, stranger.password)).status).toBe(200);
    expect(await roleOf(stranger.id)).toBeNull();
    await useLink(token);
    await platform.sessionChangesProcessed();
    expect(outcomeOf(await login(stranger.email, stranger.password))).toBe('401 INVALID_CREDENTIALS');
    const profile = await platform.get('app', 'auth.php?action=profile', { token: stranger.token });
    expect(profile.status).toBe(401);
    const [row] = await platform.sql(
      `SELECT email_verified_at IS NOT NULL AS proved, staff_role,
              EXISTS (SELECT 1 FROM transaction_pins WHERE user_id = users.id) AS pin FROM users WHERE id = $1`,
      [stranger.id],
    );
    expect(row).toEqual({ proved: true, staff_role: 'admin', pin: false });
  });

  it('keeps the PIN of a customer who becomes staff, and replaces an authenticator that was lost', async () => {
    const customer = await platform.signUp();
    const first = await useLink(await invited(customer.email, 'support'));
    const second = await useLink(await invited(customer.email, 'support'), 'another good passphrase');
    expect(second).not.toBe(first);
    expect((await login(customer.email, 'another good passphrase', codeOf(second))).status).toBe(200);
    expect(outcomeOf(await login(customer.email, 'another good passphrase', codeOf(first)))).toBe(
      '401 INVALID_CREDENTIALS',
    );
    const [pins] = await platform.sql<{ pins: string }>(
      'SELECT count(*) AS pins FROM transaction_pins WHERE user_id = $1',
      [customer.id],
    );
    expect(pins!.pins).toBe('1');
    await expect(invited(customer.email, 'admin')).rejects.toThrow('has the role support');
  });

  it('removes a member, whose sessions end, or their open link; never the last administrator', async () => {
    const member = await platform.staff('finance');
    expect(await staff('remove', member.email)).toMatchObject({ code: 0 });
    await platform.sessionChangesProcessed();
    expect((await platform.get('business', 'auth.php?action=profile', { token: member.token })).status).toBe(
      401,
    );
    await expect(removed(member.email)).rejects.toThrow('has no staff role');
    await expect(removed(mailbox())).rejects.toThrow('not found');

    const email = mailbox();
    const token = await invited(email, 'admin');
    await removed(email);
    expect((await invitation(token)).status).toBe(400);

    await onlyAdministrators(admin.id);
    await invited(mailbox(), 'admin');
    expect(await staff('remove', admin.email)).toMatchObject({
      code: 1,
      out: expect.stringContaining('last administrator'),
    });
    expect(await roleOf(admin.id)).toBe('admin');
  });
});

describe('Roles that administrators give', () => {
  it('are for people with a proved address, end their sessions and work with a second factor only', async () => {
    const person = await platform.signUp();
    await platform.sql('UPDATE users SET email_verified_at = NULL WHERE id = $1', [person.id]);
    const refused = await decide(admin, 'set-role', person.id, { role: 'support' });
    expect([outcomeOf(refused), refused.body.message]).toEqual([
      '409 INVALID_STATE',
      expect.stringContaining('not proved'),
    ]);
    await platform.sql('UPDATE users SET email_verified_at = now() WHERE id = $1', [person.id]);
    const given = await decide(admin, 'set-role', person.id, { role: 'support' });
    expect([given.status, given.body]).toEqual([
      200,
      expect.objectContaining({ user_id: person.id, role: 'support' }),
    ]);
    await platform.sessionChangesProcessed();
    expect((await platform.get('app', 'auth.php?action=profile', { token: person.token })).status).toBe(401);
    const token = (await login(person.email, person.password)).body.access_token as string;
    const find = await platform.get('business', 'admin.php?section=users&action=find&q=x', { token });
    expect(outcomeOf(find)).toBe('403 FORBIDDEN');
    expect(outcomeOf(await decide(admin, 'set-role', person.id, { role: 'support' }))).toBe(
      '409 INVALID_STATE',
    );
    expect((await decide(admin, 'set-role', person.id, { role: null })).status).toBe(200);
    expect(await roleOf(person.id)).toBeNull();
    await platform.runJobs();
    const notices = await platform.sql<{ type: string }>(
      `SELECT type FROM notifications WHERE owner_id = $1 AND type = 'security.staff-role'`,
      [person.id],
    );
    expect(notices).toHaveLength(2);
  });

  it('wait for a second person if they are those of administrators; compliance may be that person', async () => {
    const [person, compliance] = [await platform.signUp(), await platform.staff('compliance')];
    const raised = await decide(admin, 'set-role', person.id, { role: 'admin' });
    expect([raised.status, await roleOf(person.id)]).toEqual([202, null]);
    const id = raised.body.approval_id as string;
    const digest = await desk.digest(compliance, id);
    expect(outcomeOf(await desk.approve(admin, id, digest))).toBe('403 FORBIDDEN');
    expect(outcomeOf(await desk.show(await platform.staff('finance'), id))).toBe('404 NOT_FOUND');
    const approved = await desk.approve(compliance, id, digest);
    expect([approved.status, approved.body.result]).toMatchObject([200, { role: 'admin' }]);
    expect(await roleOf(person.id)).toBe('admin');
    expect(await desk.entries(person.id)).toMatchObject([
      { staff_id: admin.id, action: 'users.set-role', after: { role: 'admin', approval_id: id } },
    ]);

    const second = await platform.staff('admin');
    const lowered = await decide(admin, 'set-role', second.id, { role: 'support' });
    const { approval_id } = lowered.body as { approval_id: string };
    // The person concerned is an administrator, and not asked.
    expect(outcomeOf(await desk.show(second, approval_id))).toBe('403 FORBIDDEN');
    expect((await desk.carriedOut(compliance, lowered)).status).toBe(200);
    expect(await roleOf(second.id)).toBe('support');
  });

  it('wait for a second person if their holders can be one, and are not for an account of the administrator', async () => {
    const [person, colleague] = [await platform.signUp(), await platform.staff('admin')];
    for (const role of ['finance', 'compliance'] as const) {
      const held = await decide(admin, 'set-role', person.id, { role });
      expect([held.status, await roleOf(person.id)]).toEqual([202, role === 'finance' ? null : 'finance']);
      expect((await desk.carriedOut(colleague, held)).status).toBe(200);
      expect(await roleOf(person.id)).toBe(role);
    }
    expect((await decide(admin, 'set-role', person.id, { role: 'support' })).status).toBe(200);

    const own = await platform.signUp({ email: admin.email.replace('@', '+second@') });
    expect(outcomeOf(await decide(admin, 'set-role', own.id, { role: 'support' }))).toBe('403 FORBIDDEN');
    expect((await decide(colleague, 'set-role', own.id, { role: 'support' })).status).toBe(200);
    expect((await decide(admin, 'set-role', own.id, { role: null })).status).toBe(200);
  });

  it('are named: a role that is left out changes nothing', async () => {
    const member = await platform.staff('finance');
    for (const fields of [{}, { role: 'owner' }, { role: '' }, { role: ['admin'] }])
      expect(outcomeOf(await decide(admin, 'set-role', member.id, fields))).toBe('400 VALIDATION_ERROR');
    expect(await roleOf(member.id)).toBe('finance');
  });

  it('are never one’s own, and only administrators give them', async () => {
    for (const action of ['set-role', 'reset-2fa', 'freeze', 'unfreeze'])
      expect([action, outcomeOf(await decide(admin, action, admin.id, { role: 'support' }))]).toEqual([
        action,
        '403 FORBIDDEN',
      ]);
    const person = await platform.signUp();
    for (const role of ['support', 'finance', 'compliance'] as const) {
      const member = await platform.staff(role);
      for (const action of ['set-role', 'reset-2fa'])
        expect(outcomeOf(await decide(member, action, person.id, { role }))).toBe('403 FORBIDDEN');
    }
    expect(outcomeOf(await decide(admin, 'set-role', randomUUID(), { role: 'admin' }))).toBe('404 NOT_FOUND');
  });

  it('void an open set-up link, so that it brings no role back', async () => {
    const member = await platform.staff('finance');
    const token = await invited(member.email, 'finance');
    await decide(admin, 'set-role', member.id, { role: null });
    expect((await invitation(token)).status).toBe(400);
  });

  it('keep one administrator who can act, whatever happens at once', async () => {
    const [second, third] = [await platform.staff('admin'), await platform.staff('admin')];
    const compliance = await platform.staff('compliance');
    await onlyAdministrators(admin.id, second.id, third.id);
    const demotions = [
      await decide(admin, 'set-role', second.id, { role: null }),
      await decide(second, 'set-role', third.id, { role: null }),
      await decide(third, 'set-role', admin.id, { role: 'support' }),
    ];
    const resets = [await decide(admin, 'reset-2fa', second.id), await decide(second, 'reset-2fa', admin.id)];
    const removals = [
      ...demotions.map((held) => () => desk.carriedOut(compliance, held)),
      ...resets.map((held) => () => desk.carriedOut(third, held)),
      ...[admin, second, third].map(
        ({ id }) =>
          () =>
            decide(compliance, 'freeze', id),
      ),
    ];
    await Promise.all(removals.map((remove) => remove()));
    const able = await platform.sql(
      `SELECT u.id FROM users u JOIN two_factors t ON t.id = u.id AND t.enabled_at IS NOT NULL
        WHERE u.staff_role = 'admin' AND u.frozen_at IS NULL`,
    );
    expect(able.length).toBeGreaterThan(0);

    // One by one the last one is named.
    admin = await platform.staff('admin');
    await onlyAdministrators(admin.id);
    const refused = await decide(compliance, 'freeze', admin.id);
    expect([outcomeOf(refused), refused.body.message]).toEqual([
      '409 INVALID_STATE',
      expect.stringContaining('last administrator'),
    ]);
  });
});

describe('A lost authenticator', () => {
  it('is removed by an administrator: the sessions end, the person is notified and signs in without it', async () => {
    const member = await platform.staff('finance');
    const held = await decide(admin, 'reset-2fa', member.id);
    expect([held.status, held.body.status]).toEqual([202, 'awaiting_approval']);
    const colleague = await platform.staff('admin');
    const reset = await desk.carriedOut(colleague, held);
    expect([reset.status, reset.body.result.two_factor_enabled]).toEqual([200, false]);
    expect(outcomeOf(await decide(admin, 'reset-2fa', member.id))).toBe('409 INVALID_STATE');
    await platform.sessionChangesProcessed();
    const read = (token: string) =>
      platform.get('business', 'admin.php?section=deliveries&action=parked', { token });
    expect((await read(member.token)).status).toBe(401);
    const { body } = await login(member.email, member.password);
    expect(outcomeOf(await read(body.access_token as string))).toBe('403 FORBIDDEN');
    await platform.runJobs();
    const mailed = await platform.sql(
      `SELECT 1 FROM mails WHERE owner_id = $1 AND type = 'security.two-factor-reset'`,
      [member.id],
    );
    expect(mailed).toHaveLength(1);
  });
});

describe('The page of a set-up link', () => {
  it('shows nothing of the link and allows no script but its own', async () => {
    const response = await fetch(`${platform.urls.business}/staff-setup`, {
      headers: { 'accept-language': 'fr' },
    });
    expect(response.headers.get('content-security-policy')).toContain("require-trusted-types-for 'script'");
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toContain('Configurer votre compte');
    expect((await fetch(`${platform.urls.app}/staff-setup`)).status).toBe(404);
  });
});

describeInBrowser('The page of a set-up link in a browser', () => {
  let browser: Browser;
  beforeAll(async () => (browser = await launch()));
  afterAll(() => browser.close());

  it('shows the picture, says what is wrong, sets up, and keeps the token out of the address', async () => {
    const email = mailbox();
    const token = await invited(email, 'support');
    const { business } = platform.urls;
    const { page, faults, close } = await watchedPage(browser, DESKTOP, [business]);
    await page.goto(`${business}/staff-setup#${token}`);
    expect(page.url()).toBe(`${business}/staff-setup`);
    await page.getByText(`for ${email}, and get the role support`).waitFor();
    const picture = page.getByRole('img');
    await expect(
      picture.evaluate((img) => (img as { naturalWidth?: number }).naturalWidth),
    ).resolves.toBeGreaterThan(0);
    await look(page);
    const secret = (await page.locator('code').textContent())!;
    await page.getByLabel('New password').fill('short');
    await page.getByLabel('Code of the app').fill(codeOf(secret));
    await page.getByRole('button').click();
    await page.getByText('password must be 10 to 128 characters').waitFor();
    await page.getByLabel('New password').fill(PASSWORD);
    await page.getByRole('button').click();
    await page.getByText('Your staff account is ready').waitFor();
    await look(page);
    expect((await login(email, PASSWORD, codeOf(secret))).status).toBe(200);
    await page.reload();
    await page.getByText('This link is not complete').waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});
