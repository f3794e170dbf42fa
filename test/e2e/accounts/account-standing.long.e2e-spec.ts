import { randomUUID } from 'node:crypto';
import { EmailTokensService } from '@app/accounts';
import { Commands } from '@app/write-path';
import { TransferFunds } from '../../../libs/wallet/src/transfers/commands/transfer-funds';
import { Shop } from '../checkout-api/cards';
import { Escrows } from '../escrow/escrows';
import { ApprovalsDesk } from '../staff/approvals-desk';
import { type CallOptions, type HttpAnswer, outcomeOf } from '../../support/http-client';
import type { TestMerchant, TestStaff, TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';

let platform: Platform;
let compliance: TestStaff;
let merchant: TestMerchant;
let friend: TestUser;
let escrows: Escrows;

beforeAll(async () => {
  platform = await startPlatform({ apps: ['business', 'checkout', 'sandbox', 'app', 'scheduler'] });
  escrows = new Escrows(platform);
  compliance = await platform.staff('compliance');
  merchant = await platform.merchant();
  friend = await escrows.person('10000');
  await platform.fund(merchant, 'NGN', '100000');
});

afterAll(() => platform?.proveAndStop());

const users = (
  staff: { token: string },
  action: string,
  userId: string,
  fields: object = {},
  options: CallOptions = {},
): Promise<HttpAnswer> =>
  platform.post(
    'business',
    `admin.php?section=users&action=${action}`,
    { user_id: userId, reason: 'Reported by a customer', ...fields },
    { token: staff.token, ...options },
  );

const freeze = (id: string) => users(compliance, 'freeze', id);
const unfreeze = (id: string) => users(compliance, 'unfreeze', id);

const transfer = (by: CallOptions & { pin?: string }, recipient: { usertag: string }, host = 'business') =>
  platform.post(
    host,
    'wallet.php?action=transfer',
    { recipient: recipient.usertag, amount: 5, ...(by.token && { pin: '1234' }) },
    { token: by.token, key: by.key },
  );

const profile = (host: string, token: string) => platform.get(host, 'auth.php?action=profile', { token });
const balance = (key: string) => platform.get('business', 'wallet.php?action=balance', { key });
const login = ({ email, password }: TestUser, wrong = '') =>
  platform.post('business', 'auth.php?action=login', { email, password: password + wrong });

/** The person's notices, newest first. */
async function noticesOf(id: string): Promise<string[]> {
  await platform.runJobs();
  const rows = await platform.sql<{ type: string }>(
    'SELECT type FROM notifications WHERE owner_id = $1 ORDER BY id DESC',
    [id],
  );
  return rows.map(({ type }) => type);
}

const auditsOf = (subject: string) =>
  platform.sql<{ action: string; staff_id: string; reason: string }>(
    'SELECT action, staff_id, reason FROM audit_log WHERE subject = $1 ORDER BY id',
    [subject],
  );

describe('An account whose e-mail address is not proved', () => {
  let person: TestMerchant;
  let app: CallOptions;
  let session: { session_id: string };
  let request: number;

  beforeAll(async () => {
    person = await platform.merchant();
    await platform.fund(person, 'NGN', '10000');
    app = { key: person.live.secret_key };
    await platform.sql('UPDATE users SET email_verified_at = NULL WHERE id = $1', [person.id]);
    await platform.sessionChangesProcessed();
    session = await new Shop(platform, 'checkout', merchant.live.secret_key).open({ amount: 10 });
    const asked = await platform.post(
      'business',
      'wallet.php?action=request-payment',
      { recipient: person.usertag, amount: 5 },
      { token: friend.token },
    );
    request = asked.body.request_id as number;
  });

  /** Every action that sends money away, with the PIN where a person calls. */
  const sends = (by: CallOptions): Record<string, () => Promise<HttpAnswer>> => {
    const pin = by.token ? { pin: '1234' } : {};
    const post = (host: string, path: string, body: object) =>
      platform.post(host, path, { ...body, ...pin }, { token: by.token, key: by.key });
    return {
      transfer: () =>
        post('business', 'wallet.php?action=transfer', { recipient: friend.usertag, amount: 5 }),
      'pay a request': () => post('business', 'wallet.php?action=fulfill-request', { request_id: request }),
      escrow: () =>
        post('business', 'escrow.php?action=create', {
          beneficiary: friend.usertag,
          amount: 100,
          description: 'A bicycle',
        }),
      ...(by.token && {
        'transfer on the app host': () =>
          post('app', 'wallet.php?action=transfer', { recipient: friend.usertag, amount: 5 }),
        payroll: () =>
          post('business', 'business.php?section=payroll&action=create', {
            recipients: [{ recipient: friend.usertag, amount: 5 }],
          }),
        'pay a session': () =>
          post('checkout', 'sessions.php?action=pay-wallet', { session_id: session.session_id }),
      }),
    };
  };

  it.each(['session', 'key'])('sends no money, with a %s', async (kind) => {
    const actions = sends(kind === 'key' ? app : { token: person.token });
    for (const [name, send] of Object.entries(actions)) {
      const answer = await send();
      expect([name, outcomeOf(answer)]).toEqual([name, '403 KYC_REQUIRED']);
      expect(answer.body.message).toContain('auth.php?action=verify-email');
    }
  });

  it('does not use up a PIN try by being refused', async () => {
    const wrong = { recipient: friend.usertag, amount: 5, pin: '9999' };
    const answer = await platform.post('business', 'wallet.php?action=transfer', wrong, {
      token: person.token,
    });
    expect(outcomeOf(answer)).toBe('403 KYC_REQUIRED');
    const [row] = await platform.sql('SELECT wrong_tries FROM transaction_pins WHERE user_id = $1', [
      person.id,
    ]);
    expect(row).toEqual({ wrong_tries: 0 });
  });

  it('looks, asks and receives', async () => {
    expect((await balance(person.live.secret_key)).status).toBe(200);
    const asked = await platform.post(
      'business',
      'wallet.php?action=request-payment',
      { recipient: friend.usertag, amount: 5 },
      { token: person.token },
    );
    expect(asked.status).toBe(200);
    expect((await transfer(friend, person)).status).toBe(200);
  });

  it('pays in the sandbox, which moves no money', async () => {
    const test = new Shop(platform, 'sandbox', person.test.secret_key);
    const own = await test.open({ amount: 10 });
    const paid = await platform.post(
      'sandbox',
      'sessions.php?action=pay-wallet',
      { session_id: own.session_id, pin: '1234' },
      { token: person.token },
    );
    expect(paid.status).toBe(200);
  });

  it('sends money on every host as soon as the address is proved', async () => {
    await platform.post('business', 'auth.php?action=resend-otp', {}, { token: person.token });
    const [code] = await platform.sql<{ id: string }>('SELECT id FROM email_codes WHERE user_id = $1', [
      person.id,
    ]);
    const otp = platform.inside('business', EmailTokensService).codeOf(code!.id);
    const proved = await platform.post(
      'business',
      'auth.php?action=verify-email',
      { otp },
      { token: person.token },
    );
    expect(proved.status).toBe(200);
    await platform.sessionChangesProcessed();
    for (const [name, send] of Object.entries({ ...sends({ token: person.token }), ...sends(app) }))
      expect([name, outcomeOf(await send())]).toEqual([
        name,
        // Both ways pay the same request and the same kind of transfer.
        expect.stringMatching(name === 'pay a request' ? /^(200|409)/ : /^200/),
      ]);
  });
});

describe('A frozen account', () => {
  it('loses its sessions, keys and sign-in on every host, and gets them back', async () => {
    const person = await platform.merchant();
    const shop = new Shop(platform, 'checkout', person.live.secret_key);
    for (const host of ['business', 'app', 'checkout', 'sandbox'])
      await platform.get(host, 'auth.php?action=profile', { token: person.token });
    expect((await balance(person.live.secret_key)).status).toBe(200);
    const open = await shop.open();

    const frozen = await freeze(person.id);
    expect([frozen.status, frozen.body]).toEqual([
      200,
      { success: true, message: 'The account is frozen.', user_id: person.id, frozen: true },
    ]);
    await platform.sessionChangesProcessed();
    for (const host of ['business', 'app'])
      expect(outcomeOf(await profile(host, person.token))).toBe('401 UNAUTHENTICATED');
    const { refreshToken: refresh_token } = person;
    expect((await platform.post('business', 'auth.php?action=refresh', { refresh_token })).status).toBe(401);
    expect(outcomeOf(await balance(person.live.secret_key))).toBe('401 INVALID_API_KEY');
    expect(outcomeOf(await shop.call('create', { amount: 10 }))).toBe('401 INVALID_API_KEY');
    const publicCall = await platform.post(
      'checkout',
      'sessions.php?action=create-public',
      { amount: 10 },
      { key: person.live.public_key },
    );
    expect(outcomeOf(publicCall)).toBe('401 INVALID_API_KEY');
    expect(outcomeOf(await login(person, 'x'))).toBe('401 INVALID_CREDENTIALS');
    const refused = await login(person);
    expect([outcomeOf(refused), refused.body.message]).toEqual([
      '403 FORBIDDEN',
      'This account is frozen; contact support.',
    ]);
    // The reason is for staff.
    expect(refused.text).not.toContain('Reported');

    // A page that is open takes no payment until the account is unfrozen.
    const buyer = await escrows.person('5000');
    const pay = () =>
      platform.post(
        'checkout',
        'sessions.php?action=pay-wallet',
        { session_id: open.session_id, pin: buyer.pin },
        { token: buyer.token },
      );
    expect(outcomeOf(await pay())).toBe('409 INVALID_STATE');

    expect((await unfreeze(person.id)).status).toBe(200);
    await platform.sessionChangesProcessed();
    expect((await pay()).status).toBe(200);
    expect((await balance(person.live.secret_key)).body.balance).toBe('2500.50');
    expect(outcomeOf(await profile('business', person.token))).toBe('401 UNAUTHENTICATED');
    expect((await login(person)).status).toBe(200);
    expect((await noticesOf(person.id)).filter((type) => type.startsWith('security.account'))).toEqual([
      'security.account-unfrozen',
      'security.account-frozen',
    ]);
    expect(await auditsOf(person.id)).toEqual(
      ['users.freeze', 'users.unfreeze'].map((action) => ({
        action,
        staff_id: compliance.id,
        reason: 'Reported by a customer',
      })),
    );
  });

  it('sends nothing by any path of the ledger, and receives', async () => {
    const person = await escrows.person('1000');
    await freeze(person.id);
    const flagOf = async () =>
      platform.sql(
        `SELECT a.code, b.owner_frozen FROM ledger.balances b JOIN ledger.accounts a ON a.id = b.account_id
          WHERE a.owner_id = $1 ORDER BY a.currency, a.code`,
        [person.id],
      );
    expect(await flagOf()).toEqual([
      { code: 'available', owner_frozen: true },
      { code: 'locked', owner_frozen: false },
    ]);
    // A debit that no session or key asks for, such as one that is scheduled.
    const scheduled = platform
      .inside('business', Commands)
      .execute(new TransferFunds(person.id, { text: friend.usertag }, 500n, 'NGN', null));
    await expect(scheduled).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await platform.fund(person, 'USD', '10');
    expect((await flagOf()).filter(({ code }) => code === 'available')).toEqual([
      { code: 'available', owner_frozen: true },
      { code: 'available', owner_frozen: true },
    ]);
    await unfreeze(person.id);
    expect((await flagOf()).some(({ owner_frozen }) => owner_frozen)).toBe(false);
  });

  it('gives back by a reversal what it got by fraud', async () => {
    const [victim, thief] = [await escrows.person('1000'), await escrows.person()];
    const { body } = await transfer(victim, thief);
    await freeze(thief.id);
    const finance = await platform.staff('finance');
    const reversed = await platform.post(
      'business',
      'admin.php?section=ledger&action=reverse',
      { transaction_id: body.transaction_id, reason: 'Fraud' },
      { token: finance.token },
    );
    expect(reversed.status).toBe(200);
    expect(await platform.balanceOf(victim)).toBe('1000.00');
  });

  it('does not stop what was agreed before: the other party releases and cancels', async () => {
    const [initiator, beneficiary] = [await escrows.person('10000'), await escrows.person()];
    const released = await escrows.open(initiator, beneficiary);
    const cancelled = await escrows.open(initiator, beneficiary);
    await freeze(beneficiary.id);
    const release = await escrows.call(initiator, 'release', { uuid: released.uuid });
    expect(release.status).toBe(200);
    await unfreeze(beneficiary.id);
    await freeze(initiator.id);
    const cancel = await escrows.call(
      { token: ((await login(beneficiary)).body as { access_token: string }).access_token },
      'cancel',
      { uuid: cancelled.uuid },
    );
    expect(cancel.status).toBe(200);
    const [row] = await platform.sql(
      `SELECT balance_minor::int AS balance FROM ledger.balances b JOIN wallets w ON w.id = b.account_id
        WHERE w.owner_id = $1`,
      [initiator.id],
    );
    expect(row).toEqual({ balance: 898_500 });
  });

  it('is not unfrozen by staff with its mailbox', async () => {
    const own = await platform.signUp({ email: compliance.email.replace('@', '+private@') });
    await freeze(own.id);
    expect(outcomeOf(await unfreeze(own.id))).toBe('403 FORBIDDEN');
    expect(outcomeOf(await users(compliance, 'set-freeze-reason', own.id))).toBe('403 FORBIDDEN');
    expect((await users(await platform.staff('compliance'), 'unfreeze', own.id)).status).toBe(200);
  });

  it('is frozen once and unfrozen once, however many ask', async () => {
    const person = await platform.signUp();
    const outcomes = async (act: (id: string) => Promise<HttpAnswer>) =>
      (await Promise.all(Array.from({ length: 5 }, () => act(person.id)))).map(outcomeOf).sort();
    const once = ['200 OK', ...Array<string>(4).fill('409 INVALID_STATE')];
    expect(await outcomes(freeze)).toEqual(once);
    expect(await outcomes(unfreeze)).toEqual(once);
    const key = { idempotencyKey: randomUUID() };
    for (const replayed of [null, 'true']) {
      const answer = await users(compliance, 'freeze', person.id, {}, key);
      expect([answer.status, answer.headers.get('idempotency-replayed')]).toEqual([200, replayed]);
    }
  });

  it('ends with a second person where it was for suspected money laundering', async () => {
    const person = await escrows.person();
    const desk = new ApprovalsDesk(platform);
    const colleague = await platform.staff('compliance');
    await users(compliance, 'freeze', person.id, { reason: 'AML: many small deposits' });
    const held = await unfreeze(person.id);
    expect([held.status, (await login(person)).status]).toEqual([202, 403]);
    const approved = await desk.carriedOut(colleague, held);
    expect([approved.status, approved.body.result]).toMatchObject([200, { frozen: false }]);
    expect((await login(person)).status).toBe(200);
  });

  it('gets another reason by one reviewer, and loses the mark of money laundering by two only', async () => {
    const person = await escrows.person();
    const [desk, colleague] = [new ApprovalsDesk(platform), await platform.staff('compliance')];
    const setReason = (by: TestStaff, reason: string) =>
      users(by, 'set-freeze-reason', person.id, { reason });
    const reasonOf = async () => {
      const path = `admin.php?section=users&action=show&user_id=${person.id}`;
      const { body } = await platform.get('business', path, { token: colleague.token });
      return (body.frozen as { reason: string } | null)?.reason;
    };
    expect(outcomeOf(await setReason(compliance, 'AML'))).toBe('409 INVALID_STATE');
    await freeze(person.id);
    expect(outcomeOf(await setReason(await platform.staff('finance'), 'AML'))).toBe('403 FORBIDDEN');
    const marked = await setReason(compliance, 'AML: many small deposits');
    expect([marked.status, await reasonOf()]).toEqual([200, 'AML: many small deposits']);
    expect((await unfreeze(person.id)).status).toBe(202);

    const cleared = await setReason(compliance, 'The deposits are explained');
    expect([cleared.status, await reasonOf()]).toEqual([202, 'AML: many small deposits']);
    expect((await desk.carriedOut(colleague, cleared)).status).toBe(200);
    expect(await reasonOf()).toBe('The deposits are explained');
    expect((await unfreeze(person.id)).status).toBe(200);
    const changes = await platform.sql(
      `SELECT before, after FROM audit_log WHERE subject = $1 AND action = 'users.set-freeze-reason' ORDER BY id`,
      [person.id],
    );
    expect(changes).toMatchObject([
      {
        before: { because: 'Reported by a customer' },
        after: { because: 'AML: many small deposits' },
      },
      {
        before: { because: 'AML: many small deposits' },
        after: { because: 'The deposits are explained' },
      },
    ]);
  });

  it('opens no session that was signing in meanwhile, and sends no money that was on its way', async () => {
    const person = await escrows.person('1000');
    const [, ...others] = await Promise.all([
      freeze(person.id),
      ...Array.from({ length: 4 }, () => login(person)),
      ...Array.from({ length: 4 }, () => transfer(person, friend)),
    ]);
    for (const { status } of others) expect([200, 401, 403, 409]).toContain(status);
    const left = await platform.sql('SELECT 1 FROM sessions WHERE user_id = $1 AND ended_at IS NULL', [
      person.id,
    ]);
    expect(left).toEqual([]);
  });

  it('is never one’s own, and belongs to a person who exists', async () => {
    expect(outcomeOf(await freeze(compliance.id))).toBe('403 FORBIDDEN');
    expect(outcomeOf(await unfreeze(compliance.id))).toBe('403 FORBIDDEN');
    expect(outcomeOf(await users(compliance, 'set-freeze-reason', compliance.id))).toBe('403 FORBIDDEN');
    expect(outcomeOf(await freeze(randomUUID()))).toBe('404 NOT_FOUND');
    expect(outcomeOf(await users(compliance, 'freeze', friend.id, { reason: '' }))).toBe(
      '400 VALIDATION_ERROR',
    );
    expect(outcomeOf(await unfreeze(friend.id))).toBe('409 INVALID_STATE');
    for (const role of ['support', 'finance'] as const)
      expect(outcomeOf(await users(await platform.staff(role), 'freeze', friend.id))).toBe('403 FORBIDDEN');
  });
});

describe('A legal hold', () => {
  it('is set by one reviewer and ended by two, and staff see it', async () => {
    const person = await platform.signUp();
    const [desk, colleague] = [new ApprovalsDesk(platform), await platform.staff('compliance')];
    const hold = (by: TestStaff, isHeld: unknown) => users(by, 'set-legal-hold', person.id, { hold: isHeld });
    const isShown = async () => {
      const path = `admin.php?section=users&action=show&user_id=${person.id}`;
      return (await platform.get('business', path, { token: colleague.token })).body.legal_hold as boolean;
    };
    expect(outcomeOf(await hold(compliance, undefined))).toBe('400 VALIDATION_ERROR');
    expect(outcomeOf(await hold(await platform.staff('finance'), true))).toBe('403 FORBIDDEN');
    expect(outcomeOf(await users(compliance, 'set-legal-hold', compliance.id, { hold: true }))).toBe(
      '403 FORBIDDEN',
    );
    const set = await hold(compliance, true);
    expect([set.status, set.body.legal_hold, await isShown()]).toEqual([200, true, true]);
    expect(outcomeOf(await hold(compliance, true))).toBe('409 INVALID_STATE');
    const ended = await hold(compliance, false);
    expect([ended.status, await isShown()]).toEqual([202, true]);
    expect((await desk.carriedOut(colleague, ended)).status).toBe(200);
    expect(await isShown()).toBe(false);
  });
});

describe('The accounts that staff see', () => {
  const find = (staff: { token: string }, q: string, more = '') =>
    platform.get('business', `admin.php?section=users&action=find&q=${encodeURIComponent(q)}${more}`, {
      token: staff.token,
    });
  const show = (staff: { token: string }, id: string) =>
    platform.get('business', `admin.php?section=users&action=show&user_id=${id}`, { token: staff.token });

  it('are found by id, e-mail address, user tag and phone number, proved or not', async () => {
    const support = await platform.staff('support');
    const person = await platform.signUp({ phone: '+2348031234599' });
    const other = await platform.signUp({ phone: '+2348031234599' });
    await platform.sql('UPDATE users SET email_verified_at = NULL WHERE id = $1', [person.id]);
    const found = async (q: string, more = '') =>
      ((await find(support, q, more)).body.data.data as { id: string }[]).map(({ id }) => id);
    for (const q of [person.id, person.id.toUpperCase(), person.email.toUpperCase(), `@${person.usertag}`])
      expect([q, await found(q)]).toEqual([q, [person.id]]);
    expect(await found(person.usertag)).toEqual([person.id]);
    expect((await found('0803 123 4599')).sort()).toEqual([person.id, other.id].sort());
    expect(await found('+2348031234599', '&per_page=1&page=2')).toHaveLength(1);
    const past = await find(support, '+2348031234599', '&per_page=1&page=9');
    expect(past.body.data).toMatchObject({ data: [], total: 2, total_pages: 2, has_next: false });
    for (const q of ['unknown@example.com', 'é', "' OR 1=1 --", '%', '9'.repeat(200)])
      expect([q, await found(q)]).toEqual([q, []]);
    expect(outcomeOf(await find(friend, person.email))).toBe('403 FORBIDDEN');
    const looked = await platform.sql(
      `SELECT after FROM audit_log WHERE action = 'users.find' AND staff_id = $1 ORDER BY id LIMIT 1`,
      [support.id],
    );
    expect(looked).toEqual([{ after: { people: [person.id] } }]);
  });

  it('are shown with their reviews, sessions, apps and freeze, and leave an audit entry', async () => {
    const finance = await platform.staff('finance');
    const person = await platform.merchant();
    const shown = (await show(finance, person.id)).body;
    expect(shown).toMatchObject({
      user: { id: person.id, email: person.email, kyb_status: 'approved', kyc_level: 1 },
      staff_role: null,
      open_sessions: 1,
      apps: { live: 1, test: 1 },
      frozen: null,
    });
    await freeze(person.id);
    expect((await show(finance, person.id)).body).toMatchObject({
      open_sessions: 0,
      frozen: {
        at: expect.any(String),
        reason: 'Reported by a customer',
        by: { id: compliance.id, email: compliance.email },
      },
    });
    expect((await auditsOf(person.id)).map(({ action }) => action)).toEqual([
      ...['users.show', 'users.freeze', 'users.show'],
    ]);
    expect(outcomeOf(await show(finance, randomUUID()))).toBe('404 NOT_FOUND');
    expect(outcomeOf(await show({ token: merchant.token }, person.id))).toBe('403 FORBIDDEN');
  });
});
