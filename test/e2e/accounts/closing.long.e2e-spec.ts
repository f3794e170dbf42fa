import { outcomeOf } from '../../support/http-client';
import type { TestUser } from '../../support/people';
import type { Browser } from 'playwright-core';
import { DESKTOP, describeInBrowser, launch, look, watchedPage } from '../checkout-api/browser';
import { AccountStack, newEmail } from './account-stack';
import { BlankClosedAccounts } from '@app/accounts';
import { generateSync } from 'otplib';

const DAY_SECONDS = 24 * 3600;

let stack: AccountStack;
beforeAll(
  async () => (stack = await AccountStack.open(['sandbox', 'business', 'checkout', 'app', 'scheduler'])),
);
afterAll(() => stack?.close());

const rowOf = async ({ id }: { id: string }) => {
  const [row] = await stack.platform.sql<{
    closed_at: Date | null;
    frozen_at: Date | null;
    blanked_at: Date | null;
    email: string;
    first_name: string;
    usertag: string;
    phone: string | null;
  }>('SELECT * FROM users WHERE id = $1', [id]);
  return row!;
};

describe('settings.php?action=close-account', () => {
  const close = (user: Pick<TestUser, 'token' | 'password'>, code?: string, give_up_rest?: boolean) =>
    stack.settings('close-account', { password: user.password, code, give_up_rest }, user);

  it('ends sessions and keys, keeps the row and the user tag, and lets the address be used for no sign-in', async () => {
    const shop = await stack.platform.merchant();
    const bola = await stack.platform.signUp();
    expect(outcomeOf(await close(shop))).toBe('200 OK');
    await stack.platform.sessionChangesProcessed();
    expect(outcomeOf(await stack.profile(shop))).toBe('401 UNAUTHENTICATED');
    for (const [host, path, key] of [
      ['business', 'wallet.php?action=balance', shop.live.secret_key],
      ['sandbox', 'sessions.php?action=list', shop.test.secret_key],
    ] as const)
      expect([host, outcomeOf(await stack.platform.get(host, path, { key }))]).toEqual([
        host,
        '401 INVALID_API_KEY',
      ]);
    expect(await rowOf(shop)).toMatchObject({ closed_at: expect.any(Date), frozen_at: expect.any(Date) });
    const login = await stack.auth('login', { email: shop.email, password: shop.password }, {});
    expect([outcomeOf(login), login.body.message]).toEqual(['403 FORBIDDEN', 'This account is closed.']);
    await expect(stack.platform.signUp({ email: shop.email })).rejects.toThrow('register: 409');
    await expect(stack.platform.signUp({ usertag: shop.usertag })).rejects.toThrow('register: 409');
    const lookup = `wallet.php?action=lookup&usertag=${shop.usertag}`;
    expect(outcomeOf(await stack.platform.get('app', lookup, { token: bola.token }))).toBe('404 NOT_FOUND');
    await stack.auth('forgot-password', { email: shop.email }, {});
    expect(await stack.mailTo(shop.email, 'Set a new password')).toBeUndefined();
    expect(await stack.mailTo(shop.email, 'Your account is closed')).toContain('/not-me#');
  });

  it('asks for the password, and for the code where two-factor is on', async () => {
    const ada = await stack.platform.signUp();
    expect(outcomeOf(await close({ ...ada, password: 'not my passphrase' }))).toBe('401 INVALID_CREDENTIALS');
    const staff = await stack.platform.staff('support');
    await stack.platform.sql('UPDATE users SET staff_role = NULL WHERE id = $1', [staff.id]);
    expect(outcomeOf(await close(staff))).toBe('401 TOTP_REQUIRED');
    expect(outcomeOf(await close(staff, '000000'))).toBe('401 INVALID_CREDENTIALS');
    stack.platform.clock.advance({ seconds: 31 });
    const code = generateSync({ secret: staff.totpSecret, epoch: stack.platform.clock.unixSeconds() });
    expect(outcomeOf(await close(staff, code))).toBe('200 OK');
  });

  it('refuses an account with money or business, and names what is open', async () => {
    const { platform } = stack;
    const [ada, shop] = [await platform.signUp(), await platform.merchant()];
    await platform.fund(ada, 'NGN', '1000.00');
    const post = async (host: 'business' | 'checkout', path: string, body: object, by: object) => {
      const answer = await platform.post(host, path, body, by);
      expect([path, outcomeOf(answer)]).toEqual([path, '200 OK']);
      return answer.body as Record<string, string>;
    };
    const by = { token: ada.token };
    const terms = { beneficiary: shop.usertag, amount: 100, description: 'A chair', pin: ada.pin };
    const { uuid } = await post('business', 'escrow.php?action=create', terms, by);
    const refused = await close(ada);
    expect(outcomeOf(refused)).toBe('409 INVALID_STATE');
    expect(refused.body.open).toEqual(['898.50 NGN', '101.50 NGN held in escrow', '1 open escrow']);
    expect(outcomeOf(await close(shop))).toBe('409 INVALID_STATE');

    await post('business', 'escrow.php?action=cancel', { uuid }, { token: shop.token });
    expect((await close(ada)).body.open).toEqual(['1000.00 NGN']);

    const staff = await platform.staff('finance');
    platform.clock.advance({ seconds: 31 });
    const code = generateSync({ secret: staff.totpSecret, epoch: platform.clock.unixSeconds() });
    expect((await close(staff, code)).body.open).toEqual(['a staff role']);
  });

  it('names balances below 1.00 and closes where they are given up, which moves them to the service', async () => {
    const { platform } = stack;
    const [ada, pest] = [await platform.signUp(), await platform.signUp()];
    await platform.fund(pest, 'NGN', '10');
    const sent = { recipient: ada.usertag, amount: 0.01, pin: pest.pin };
    await platform.post('business', 'wallet.php?action=transfer', sent, pest);
    await platform.fund(ada, 'USD', '0.99');
    const refused = await close(ada);
    expect([outcomeOf(refused), refused.body.open, refused.body.rest]).toEqual([
      '409 INVALID_STATE',
      ['0.01 NGN', '0.99 USD'],
      [
        { amount: 0.01, currency: 'NGN' },
        { amount: 0.99, currency: 'USD' },
      ],
    ]);
    expect(refused.body.message).toContain('give_up_rest: true');
    expect(outcomeOf(await close(ada, undefined, true))).toBe('200 OK');
    const legs = await platform.sql(
      `SELECT a.code, a.currency, n.amount::int AS amount FROM ledger.journals j
        CROSS JOIN LATERAL unnest(j.accounts, j.amounts) AS n(account_id, amount)
         JOIN ledger.accounts a ON a.id = n.account_id
        WHERE j.type = 'balance_given_up' AND j.accounts && ARRAY(SELECT id FROM ledger.accounts WHERE owner_id = $1)
        ORDER BY a.currency, n.amount`,
      [ada.id],
    );
    expect(legs).toEqual([
      { code: 'available', currency: 'NGN', amount: -1 },
      { code: 'given-up-balances', currency: 'NGN', amount: 1 },
      { code: 'available', currency: 'USD', amount: -99 },
      { code: 'given-up-balances', currency: 'USD', amount: 99 },
    ]);
    await platform.verifyBooks();
  });

  it('gives up nothing of 1.00 and more', async () => {
    const ada = await stack.platform.signUp();
    await stack.platform.fund(ada, 'NGN', '1.00');
    await stack.platform.fund(ada, 'USD', '0.01');
    const refused = await close(ada, undefined, true);
    expect([outcomeOf(refused), refused.body.open]).toEqual(['409 INVALID_STATE', ['1.00 NGN']]);
    expect(await stack.platform.balanceOf(ada, 'USD')).toBe('0.01');
  });

  it('is done once for two requests at once', async () => {
    const ada = await stack.platform.signUp();
    const answers = await Promise.all([close(ada), close(ada)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const events = await stack.platform.sql('SELECT 1 FROM outbox WHERE type = $1 AND owner_id = $2', [
      'account.closed',
      ada.id,
    ]);
    expect(events).toHaveLength(1);
  });

  it('cannot be undone by unfreezing', async () => {
    const ada = await stack.platform.signUp();
    await close(ada);
    await expect(
      stack.platform.sql('UPDATE users SET frozen_at = NULL WHERE id = $1', [ada.id]),
    ).rejects.toThrow('users_closed_is_frozen');
  });

  it('removes personal data after five years, except under a legal hold', async () => {
    const [ada, held, later] = [
      await stack.platform.signUp({ phone: '+2348031112222' }),
      await stack.platform.signUp(),
      await stack.platform.signUp({ account_type: 'business' }),
    ];
    const blank = () => stack.platform.inside('scheduler', BlankClosedAccounts).run();
    await close(ada);
    await close(held);
    await stack.platform.sql('UPDATE users SET legal_hold = true WHERE id = $1', [held.id]);
    const atOnce = async (closedAt: string, ids: string[]) =>
      stack.platform.sql('UPDATE users SET closed_at = $1 WHERE id = ANY ($2)', [closedAt, ids]);
    const now = stack.platform.clock.now();
    const yearsAgo = (years: number, seconds = 0) => {
      const then = new Date(now.getTime() + seconds * 1000);
      then.setUTCFullYear(then.getUTCFullYear() - years);
      return then.toISOString();
    };
    await close(later);
    await atOnce(yearsAgo(5), [ada.id, held.id]);
    await atOnce(yearsAgo(5, DAY_SECONDS), [later.id]);
    expect(await blank()).toBe(1);
    expect(await rowOf(ada)).toMatchObject({
      email: `closed-${ada.id}@blanked.invalid`,
      first_name: 'Closed',
      phone: null,
      usertag: ada.usertag,
      blanked_at: expect.any(Date),
    });
    expect(await rowOf(held)).toMatchObject({ email: held.email, blanked_at: null });
    expect(await rowOf(later)).toMatchObject({ email: later.email, blanked_at: null });
    expect(await blank()).toBe(0);
  });
});

describe('auth.php?action=not-me', () => {
  const report = (token: string) => stack.auth('not-me', { token }, {});
  /** A person whose PIN was changed, and the token of the mail about it. */
  async function warned() {
    const ada = await stack.platform.signUp();
    return { ...ada, link: await changePin(ada, ada.pin, '7777') };
  }
  async function changePin(user: TestUser, current_pin: string, pin: string): Promise<string> {
    await stack.settings('set-pin', { pin, confirm_pin: pin, current_pin }, user);
    const mail = await stack.mailTo(user.email, 'Your PIN was changed');
    return new RegExp(`${stack.platform.urls.app}/not-me#([\\w-]+)\\s`).exec(mail!)![1]!;
  }

  it('freezes the account, ends its sessions and keys, and calls support', async () => {
    const [support, ada] = [await stack.platform.staff('support'), await warned()];
    expect(outcomeOf(await report(ada.link))).toBe('200 OK');
    await stack.platform.sessionChangesProcessed();
    expect(outcomeOf(await stack.profile(ada))).toBe('401 UNAUTHENTICATED');
    const login = await stack.auth('login', { email: ada.email, password: ada.password }, {});
    expect(outcomeOf(login)).toBe('403 FORBIDDEN');
    const refresh = await stack.auth('refresh', { refresh_token: ada.refreshToken }, {});
    expect(outcomeOf(refresh)).toBe('401 UNAUTHENTICATED');
    expect(await stack.mailTo(support.email, 'An account was reported by its owner')).toContain(ada.id);
    expect(await stack.mailTo(ada.email, 'Your account is frozen')).not.toContain('/not-me#');
    const events = await stack.platform.sql('SELECT payload FROM outbox WHERE type = $1 AND owner_id = $2', [
      'account.frozen',
      ada.id,
    ]);
    expect(events).toEqual([{ payload: { userId: ada.id, byOwner: true } }]);
    expect(outcomeOf(await report(ada.link))).toBe('400 VALIDATION_ERROR');
  });

  it('works once, for two uses at once and with the other links that were sent before', async () => {
    const ada = await warned();
    stack.platform.clock.advance({ seconds: 2 });
    const other = await changePin(ada, '7777', '8888');
    const answers = await Promise.all([report(ada.link), report(ada.link)]);
    expect(answers.map(outcomeOf).sort()).toEqual(['200 OK', '400 VALIDATION_ERROR']);
    // Support has unfrozen the account.
    await stack.platform.sql('UPDATE users SET frozen_at = NULL WHERE id = $1', [ada.id]);
    expect(outcomeOf(await report(other))).toBe('400 VALIDATION_ERROR');
    stack.platform.clock.advance({ seconds: 2 });
    const token = await stack.signIn(ada);
    const later = await changePin({ ...ada, token }, '8888', '9999');
    expect(outcomeOf(await report(later))).toBe('200 OK');
  });

  it('works for seven days, and never for a token that was changed', async () => {
    const ada = await warned();
    const { link } = ada;
    for (const wrong of [
      link.slice(1),
      `${link}A`,
      `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`,
      'x',
    ])
      expect(outcomeOf(await report(wrong))).toBe('400 VALIDATION_ERROR');
    const bola = await stack.platform.signUp();
    const [own, others] = [Buffer.from(link, 'base64url'), Buffer.from(bola.id.replaceAll('-', ''), 'hex')];
    const forged = Buffer.concat([others, own.subarray(16)]).toString('base64url');
    expect(outcomeOf(await report(forged))).toBe('400 VALIDATION_ERROR');
    stack.platform.clock.advance({ seconds: 7 * DAY_SECONDS });
    expect(outcomeOf(await report(link))).toBe('400 VALIDATION_ERROR');
    expect((await rowOf(ada)).frozen_at).toBeNull();
  });

  it('gives the owner of an address that was replaced a way to stop the account', async () => {
    const ada = await stack.platform.signUp();
    const email = newEmail();
    await stack.auth('change-email', { new_email: email, password: ada.password }, ada);
    const otp = await stack.mailedCode(email);
    expect(outcomeOf(await stack.auth('confirm-email', { otp }, ada))).toBe('200 OK');
    const mail = await stack.mailTo(ada.email, 'Your e-mail address was changed');
    expect(outcomeOf(await report(/#([\w-]+)\s/.exec(mail!)![1]!))).toBe('200 OK');
    expect((await rowOf(ada)).frozen_at).toBeInstanceOf(Date);
  });

  it('has a page that only asks: opening it changes nothing', async () => {
    const ada = await warned();
    const page = await fetch(`${stack.platform.urls.app}/not-me?token=${ada.link}`, {
      headers: { 'accept-language': 'fr' },
    });
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    const markup = await page.text();
    expect(markup).toContain('<html lang="fr">');
    expect(markup).toContain('Bloquer mon compte');
    expect(markup).not.toContain(ada.link);
    const get = await stack.platform.get('app', `auth.php?action=not-me&token=${ada.link}`);
    expect(outcomeOf(get)).toBe('400 METHOD_NOT_SUPPORTED');
    expect((await rowOf(ada)).frozen_at).toBeNull();
  });
});

describeInBrowser('The page of a security mail in a browser', () => {
  let browser: Browser;
  beforeAll(async () => (browser = await launch()));
  afterAll(() => browser.close());

  it('freezes the account by its button only, and keeps the token out of the address', async () => {
    const ada = await stack.platform.signUp();
    const pin = { pin: '7777', confirm_pin: '7777', current_pin: ada.pin };
    await stack.settings('set-pin', pin, ada);
    const mail = await stack.mailTo(ada.email, 'Your PIN was changed');
    const { app } = stack.platform.urls;
    const { page, faults, close } = await watchedPage(browser, DESKTOP, [app]);
    await page.goto(/https?:\S+\/not-me#\S+/.exec(mail!)![0]);
    expect(page.url()).toBe(`${app}/not-me`);
    await look(page);
    expect((await rowOf(ada)).frozen_at).toBeNull();
    await page.getByRole('button').click();
    await page.getByText('Your account is frozen').waitFor();
    await look(page);
    expect((await rowOf(ada)).frozen_at).toBeInstanceOf(Date);
    await page.reload();
    await page.getByText('This link is not complete').waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});
