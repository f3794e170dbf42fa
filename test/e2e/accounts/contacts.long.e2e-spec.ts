import { outcomeOf } from '../../support/http-client';
import { takeLog } from '../../support/log-lines';
import type { TestUser } from '../../support/people';
import { AccountStack, newEmail, newPhone, otherCode } from './account-stack';

let stack: AccountStack;
/** Of all tests of this file. */
let log: ReturnType<typeof takeLog>;
beforeAll(async () => {
  log = takeLog();
  stack = await AccountStack.open(['business', 'app', 'scheduler'], { LOG_LEVEL: 'info' });
});
afterAll(async () => {
  await stack?.close();
  log.restore();
});

const everythingStored = async () => {
  const tables = await stack.platform.sql<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
      WHERE schemaname IN ('public', 'ledger', 'simulator')`,
  );
  const rows = await Promise.all(
    tables.map(({ name }) => stack.platform.sql<{ text: string }>(`SELECT t::text AS text FROM ${name} t`)),
  );
  return rows.flat().map(({ text }) => text);
};

describe('auth.php?action=change-email', () => {
  const change = (user: TestUser, newEmailAddress: string, password = user.password) =>
    stack.auth('change-email', { new_email: newEmailAddress, password }, user);
  const confirm = (user: { token: string }, otp: unknown) => stack.auth('confirm-email', { otp }, user);

  it('changes the address once the code from the mail to it is sent back', async () => {
    const ada = await stack.platform.signUp();
    const email = newEmail();
    expect(outcomeOf(await change(ada, email.toUpperCase()))).toBe('200 OK');
    expect((await stack.profile(ada)).body.user.email).toBe(ada.email);
    const warning = await stack.mailTo(ada.email, 'A new e-mail address was requested');
    expect(warning).toContain('/not-me#');
    expect(warning).not.toContain(email);
    const code = await stack.mailedCode(email);
    const { status, body } = await confirm(ada, code);
    expect({ status, body }).toMatchObject({ status: 200, body: { email, email_verified: true } });
    expect(outcomeOf(await confirm(ada, code))).toBe('400 VALIDATION_ERROR');
    await stack.signIn({ ...ada, email });
    expect(outcomeOf(await stack.auth('login', { email: ada.email, password: ada.password }, {}))).toBe(
      '401 INVALID_CREDENTIALS',
    );
    expect(await stack.mailTo(ada.email, 'Your e-mail address was changed')).toContain('/not-me#');
    expect(await stack.mailTo(email, 'Your new e-mail address is in use')).toBeDefined();
  });

  it('asks for the password, and refuses what is no new address', async () => {
    const ada = await stack.platform.signUp();
    expect(outcomeOf(await change(ada, newEmail(), 'not my passphrase'))).toBe('401 INVALID_CREDENTIALS');
    for (const wrong of [ada.email, 'x', '', 'a@b', 7 as never, 'a\u0000@example.com'])
      expect(outcomeOf(await change(ada, wrong))).toBe('400 VALIDATION_ERROR');
  });

  it('returns the same answer for a taken address, proved or not, and mails its owner something else', async () => {
    const ada = await stack.platform.signUp();
    const bola = await stack.platform.signUp();
    const unproved = await stack.platform.signUp();
    await stack.platform.sql('UPDATE users SET email_verified_at = NULL WHERE id = $1', [unproved.id]);
    const free = await change(ada, newEmail());
    for (const taken of [bola, unproved]) {
      expect((await change(ada, taken.email)).text).toBe(free.text);
      expect(await stack.mailTo(taken.email, 'Your address already has an account')).toBeDefined();
      expect(await stack.mailTo(taken.email, 'Confirm your new e-mail address')).toBeUndefined();
    }
  });

  it('refuses an address that another account took meanwhile', async () => {
    const ada = await stack.platform.signUp();
    const email = newEmail();
    await change(ada, email);
    const code = await stack.mailedCode(email);
    await stack.platform.signUp({ email });
    expect(outcomeOf(await confirm(ada, code))).toBe('409 CONFLICT');
    expect((await stack.profile(ada)).body.user.email).toBe(ada.email);
  });

  it('gives an address to one of two accounts, and takes a code once', async () => {
    const people = [await stack.platform.signUp(), await stack.platform.signUp()];
    const email = newEmail();
    const codes: string[] = [];
    for (const person of people) {
      await change(person, email);
      codes.push(await stack.mailedCode(email));
    }
    const answers = await Promise.all(people.map((person, i) => confirm(person, codes[i])));
    expect(answers.map(outcomeOf).sort()).toEqual(['200 OK', '409 CONFLICT']);
    const ada = await stack.platform.signUp();
    const own = newEmail();
    await change(ada, own);
    const code = await stack.mailedCode(own);
    const twice = await Promise.all([confirm(ada, code), confirm(ada, code)]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('takes five tries and ten minutes, and ends with a changed password', async () => {
    const ada = await stack.platform.signUp();
    const email = newEmail();
    await change(ada, email);
    const code = await stack.mailedCode(email);
    for (let i = 4; i >= 0; i--) {
      const answer = await confirm(ada, otherCode(code));
      expect([outcomeOf(answer), answer.body.tries_left]).toEqual(['400 VALIDATION_ERROR', i]);
    }
    expect(outcomeOf(await confirm(ada, code))).toBe('400 LIMIT_REACHED');
    await change(ada, email);
    const late = await stack.mailedCode(email);
    stack.platform.clock.advance({ minutes: 10 });
    expect(outcomeOf(await confirm(ada, late))).toBe('400 VALIDATION_ERROR');
    await change(ada, email);
    const ended = await stack.mailedCode(email);
    const next = { current_password: ada.password, new_password: 'quite another passphrase' };
    expect(outcomeOf(await stack.settings('change-password', next, ada))).toBe('200 OK');
    expect(outcomeOf(await confirm(ada, ended))).toBe('400 VALIDATION_ERROR');
  });

  it('ignores the code of another person', async () => {
    const [ada, bola] = [await stack.platform.signUp(), await stack.platform.signUp()];
    const email = newEmail();
    await change(ada, email);
    expect(outcomeOf(await confirm(bola, await stack.mailedCode(email)))).toBe('400 VALIDATION_ERROR');
  });
});

describe('auth.php?action=verify-phone', () => {
  const verify = (user: { token: string }, otp: unknown) => stack.auth('verify-phone', { otp }, user);
  const resend = (user: { token: string }) => stack.auth('resend-phone-otp', {}, user);
  /** A person with an unproved number, and the code sent to it. */
  async function claimed(phone = newPhone()) {
    const user = await stack.platform.signUp({ phone });
    expect(outcomeOf(await resend(user))).toBe('200 OK');
    return { ...user, phone, code: await stack.textedCode(phone) };
  }
  const found = async (user: TestUser, phone: string) => {
    const query = encodeURIComponent(phone);
    const path = `wallet.php?action=lookup&usertag=${query}`;
    return outcomeOf(await stack.platform.get('app', path, { token: user.token }));
  };

  it('proves the number, which finds its account only then', async () => {
    const [ada, bola] = [await claimed(), await stack.platform.signUp()];
    expect(await found(bola, ada.phone)).toBe('404 NOT_FOUND');
    const { status, body } = await verify(ada, ada.code);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { phone: ada.phone, phone_verified: true },
    });
    expect(await found(bola, ada.phone)).toBe('200 OK');
    expect((await stack.profile(ada)).body.user.phone_verified).toBe(true);
    expect(outcomeOf(await verify(ada, ada.code))).toBe('400 VALIDATION_ERROR');
    expect(outcomeOf(await resend(ada))).toBe('409 INVALID_STATE');
  });

  it('sends a code to a number that is new in the profile, in the language of the account', async () => {
    const ada = await stack.platform.signUp();
    expect(outcomeOf(await resend(ada))).toBe('409 INVALID_STATE');
    await stack.settings('set-preference', { key: 'language', value: 'fr' }, ada);
    const phone = newPhone();
    const { body } = await stack.settings('update-profile', { phone }, ada);
    expect(body.phone_code_sent).toBe(true);
    const code = await stack.textedCode(phone);
    const [sms] = stack.sms.received.filter(({ to }) => to === phone);
    expect(sms).toEqual({
      to: phone,
      from: 'Payments',
      service: null,
      text: `Votre code Payments est ${code}. Il est valable 10 minutes. Nous ne le demandons jamais par téléphone.`,
      validity: expect.any(Number),
    });
    expect(sms!.validity).toBeGreaterThan(500);
    expect(sms!.validity).toBeLessThanOrEqual(600);
    // The code is for the number that it was sent to.
    await stack.settings('update-profile', { phone: null }, ada);
    expect(outcomeOf(await verify(ada, code))).toBe('400 VALIDATION_ERROR');
    expect((await stack.profile(ada)).body.user).toMatchObject({ phone: null, phone_verified: false });
    await stack.settings('update-profile', { phone: newPhone() }, ada);
    expect(outcomeOf(await verify(ada, code))).toBe('400 VALIDATION_ERROR');
  });

  it('sends nothing for an unproved address, to a landline or to a country that is not served', async () => {
    const ada = await stack.platform.signUp({ phone: newPhone() });
    await stack.platform.sql('UPDATE users SET email_verified_at = NULL WHERE id = $1', [ada.id]);
    expect(outcomeOf(await resend(ada))).toBe('403 KYC_REQUIRED');
    for (const phone of ['+23412345678', '+37256123456', '+882131234567']) {
      const bola = await stack.platform.signUp();
      await stack.platform.sql('UPDATE users SET phone = $2 WHERE id = $1', [bola.id, phone]);
      expect([phone, outcomeOf(await resend(bola))]).toEqual([phone, '400 VALIDATION_ERROR']);
      await stack.sent();
      expect(stack.sms.textsTo(phone)).toEqual([]);
    }
  });

  it('gives a number to one of two accounts, and says so only when it is verified', async () => {
    const first = await claimed();
    const second = await claimed(first.phone);
    const answers = await Promise.all([verify(first, first.code), verify(second, second.code)]);
    expect(answers.map(outcomeOf).sort()).toEqual(['200 OK', '409 CONFLICT']);
    const third = await claimed(first.phone);
    expect(outcomeOf(await verify(third, third.code))).toBe('409 CONFLICT');
  });

  it('takes five tries and ten minutes; a new code ends the one before', async () => {
    const ada = await claimed();
    for (let i = 0; i < 5; i++)
      expect(outcomeOf(await verify(ada, otherCode(ada.code)))).toBe('400 VALIDATION_ERROR');
    expect(outcomeOf(await verify(ada, ada.code))).toBe('400 LIMIT_REACHED');
    await resend(ada);
    const code = await stack.textedCode(ada.phone);
    stack.platform.clock.advance({ minutes: 10 });
    expect(outcomeOf(await verify(ada, code))).toBe('400 VALIDATION_ERROR');
  });

  it('tries again when the provider fails, and gives up on a number that it refuses', async () => {
    const phone = newPhone();
    const ada = await stack.platform.signUp({ phone });
    const statusOf = async () => {
      const [row] = await stack.platform.sql<{ status: string; attempts: number; last_error: string | null }>(
        'SELECT status, attempts, last_error FROM sms_messages WHERE phone = $1 ORDER BY created_at DESC LIMIT 1',
        [phone],
      );
      return row!;
    };
    stack.sms.refusal = { status: 503, code: 20503 };
    await resend(ada);
    await stack.sent();
    expect(await statusOf()).toMatchObject({ status: 'due', attempts: 1 });
    stack.sms.refusal = 'drop';
    stack.platform.clock.advance({ seconds: 5 });
    await stack.sent();
    expect(await statusOf()).toMatchObject({ status: 'due', attempts: 2 });
    stack.sms.refusal = null;
    stack.platform.clock.advance({ seconds: 30 });
    const code = await stack.textedCode(phone);
    expect(await statusOf()).toMatchObject({ status: 'sent', attempts: 3 });
    expect(outcomeOf(await verify(ada, code))).toBe('200 OK');
    const bola = await stack.platform.signUp({ phone });
    stack.sms.refusal = { status: 400, code: 21211 };
    await resend(bola);
    await stack.sent();
    stack.sms.refusal = null;
    const given = await statusOf();
    expect(given).toMatchObject({ status: 'failed', attempts: 1 });
    expect(given.last_error).toBe('the provider answered 400 (error 21211)');
  });

  it('leaves no code in a table, an event or the log', async () => {
    const ada = await claimed();
    const email = newEmail();
    await stack.auth('change-email', { new_email: email, password: ada.password }, ada);
    const secrets = [ada.code, await stack.mailedCode(email)];
    const mail = await stack.mailTo(ada.email, 'A new e-mail address was requested');
    secrets.push(/not-me#([\w-]+)/.exec(mail!)![1]!);
    const stored = await everythingStored();
    expect(stored.length).toBeGreaterThan(10);
    // Digits of ids and hashes may repeat a code by chance, so that it stands between other characters here.
    const finds = (text: string) =>
      secrets.some((secret) => new RegExp(`(?<![\\w.:+-])${secret}(?![\\w-])`).test(text));
    expect(finds(`"${secrets[0]}"`)).toBe(true);
    expect(stored.filter(finds)).toEqual([]);
    expect(log.lines.join('').length).toBeGreaterThan(0);
    expect(log.lines.filter(finds)).toEqual([]);
  });
});
