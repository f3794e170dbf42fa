import { outcomeOf } from '../../support/http-client';
import type { TestUser } from '../../support/people';
import { AccountStack, newPhone, newTag } from './account-stack';

const DAY = 24 * 3600;

let stack: AccountStack;
beforeAll(async () => (stack = await AccountStack.open(['business', 'app', 'scheduler'])));
afterAll(() => stack?.close());

describe('auth.php?action=change-usertag', () => {
  const change = (user: { token: string }, usertag: unknown) =>
    stack.auth('change-usertag', { usertag }, user);
  const lookup = async (user: TestUser, usertag: string) =>
    outcomeOf(
      await stack.platform.get('business', `wallet.php?action=lookup&usertag=${usertag}`, {
        token: user.token,
      }),
    );

  it('gives another tag, and the one before leads to no account', async () => {
    const [ada, bola] = [await stack.platform.signUp(), await stack.platform.signUp()];
    const tag = newTag();
    const { status, body } = await change(ada, `@${tag.toUpperCase()}`);
    expect({ status, usertag: body.usertag }).toEqual({ status: 200, usertag: tag });
    expect((await stack.profile(ada)).body.user.usertag).toBe(tag);
    expect([await lookup(bola, tag), await lookup(bola, ada.usertag)]).toEqual(['200 OK', '404 NOT_FOUND']);
    const transfer = { recipient: `@${ada.usertag}`, amount: 1, pin: bola.pin };
    const sent = await stack.platform.post('business', 'wallet.php?action=transfer', transfer, {
      token: bola.token,
    });
    expect(outcomeOf(sent)).toBe('404 NOT_FOUND');
  });

  it('refuses tags that are taken, reserved or were those of another account', async () => {
    const [ada, bola] = [await stack.platform.signUp(), await stack.platform.signUp()];
    expect(outcomeOf(await change(ada, newTag()))).toBe('200 OK');
    for (const usertag of [ada.usertag, 'support', (await stack.profile(ada)).body.user.usertag])
      expect(outcomeOf(await change(bola, usertag))).toBe('409 CONFLICT');
    for (const usertag of ['ab', 'x'.repeat(21), 'аda', 'a b', 7, null, { a: 1 }, 'a\u0000bc'])
      expect(outcomeOf(await change(bola, usertag))).toBe('400 VALIDATION_ERROR');
    // A new account cannot take it either.
    await expect(stack.platform.signUp({ usertag: ada.usertag })).rejects.toThrow('register: 409');
  });

  it('allows three changes in 365 days; the same tag and the registration do not count', async () => {
    const ada = await stack.platform.signUp();
    const tag = newTag();
    for (const usertag of [newTag(), ada.usertag, tag, tag])
      expect(outcomeOf(await change(ada, usertag))).toBe('200 OK');
    expect(outcomeOf(await change(ada, newTag()))).toBe('400 LIMIT_REACHED');
    stack.platform.clock.advance({ seconds: 366 * DAY });
    const token = await stack.signIn(ada);
    expect(outcomeOf(await change({ token }, newTag()))).toBe('200 OK');
  });

  it('gives a tag to one of two accounts that take it at once', async () => {
    for (let round = 0; round < 3; round++) {
      const people = [await stack.platform.signUp(), await stack.platform.signUp()];
      const tag = newTag();
      const answers = await Promise.all(people.map((person) => change(person, tag)));
      expect(answers.map(outcomeOf).sort()).toEqual(['200 OK', '409 CONFLICT']);
    }
  });

  it('holds the limit for changes at once', async () => {
    const ada = await stack.platform.signUp();
    await Promise.all(Array.from({ length: 8 }, () => change(ada, newTag())));
    const [row] = await stack.platform.sql<{ n: number }>(
      'SELECT count(*)::int AS n FROM usertag_changes WHERE user_id = $1',
      [ada.id],
    );
    expect(row!.n).toBeLessThanOrEqual(3);
    expect(row!.n).toBeGreaterThan(0);
  });
});

describe('settings.php?action=update-profile', () => {
  const update = (user: TestUser, body: object) => stack.settings('update-profile', body, user);

  it('changes name and phone number, and leaves what is absent', async () => {
    const ada = await stack.platform.signUp({ phone: newPhone() });
    const { body } = await update(ada, { first_name: '  Adé ', last_name: 'Bello' });
    expect(body.user).toMatchObject({ first_name: 'Adé', last_name: 'Bello', phone: expect.any(String) });
    const phone = newPhone();
    const changed = await update(ada, { phone: `0${phone.slice(4)}` });
    expect(changed.body.user).toMatchObject({ first_name: 'Adé', phone, phone_verified: false });
    expect((await update(ada, { phone: null })).body.user.phone).toBeNull();
    expect(outcomeOf(await update(ada, {}))).toBe('200 OK');
  });

  it('refuses what is no name and no phone number', async () => {
    const ada = await stack.platform.signUp();
    for (const body of [
      ...[
        { first_name: ' \u3164' },
        { first_name: 'x'.repeat(101) },
        { last_name: 7 },
        { last_name: 'a\u0000b' },
      ],
      ...[{ phone: '12' }, { phone: 'call me' }, { phone: ['+2348031234567'] }],
    ])
      expect([body, outcomeOf(await update(ada, body))]).toEqual([body, '400 VALIDATION_ERROR']);
  });

  it('takes the proof from a new number, and mails a notice with the link', async () => {
    const ada = await stack.platform.signUp({ phone: newPhone() });
    await stack.platform.sql('UPDATE users SET phone_verified_at = now() WHERE id = $1', [ada.id]);
    const { body } = await update(ada, { phone: newPhone() });
    expect(body.user.phone_verified).toBe(false);
    expect(await stack.mailTo(ada.email, 'Your phone number was changed')).toContain('/not-me#');
  });

  it('records a changed name once, for a review', async () => {
    const ada = await stack.platform.signUp();
    const recorded = () =>
      stack.platform.sql('SELECT payload FROM outbox WHERE type = $1 AND owner_id = $2', [
        'account.profile-name-changed',
        ada.id,
      ]);
    await update(ada, { last_name: 'Person' });
    expect(await recorded()).toEqual([]);
    await update(ada, { first_name: 'Eve' });
    await update(ada, { first_name: 'Eve' });
    const [event, ...others] = await recorded();
    expect(others).toEqual([]);
    expect(event!.payload).toMatchObject({ from: { firstName: 'Test' }, to: { firstName: 'Eve' } });
  });
});

describe('app-api', () => {
  it('serves what a consumer does with their account and money', async () => {
    const ada = await stack.platform.signUp();
    for (const path of [
      ...['auth.php?action=profile', 'settings.php?action=preferences', 'settings.php?action=sessions'],
      ...['wallet.php?action=balance', 'wallet.php?action=wallets', 'wallet.php?action=requests'],
      ...['transactions.php?action=list', 'notifications.php?action=list', 'escrow.php?action=list'],
      'payments.php?action=fx-rates&base=USD',
    ]) {
      const answer = await stack.platform.get('app', path, { token: ada.token });
      expect([path, outcomeOf(answer)]).toEqual([path, '200 OK']);
    }
  });

  it('lends money in escrow as business-api does', async () => {
    const [ada, bola] = [await stack.platform.signUp(), await stack.platform.signUp()];
    await stack.platform.fund(ada, 'NGN', '1000.00');
    const terms = { beneficiary: bola.usertag, amount: 100, description: 'A chair', pin: ada.pin };
    const made = await stack.platform.post('app', 'escrow.php?action=create', terms, { token: ada.token });
    expect(outcomeOf(made)).toBe('200 OK');
    const release = { uuid: made.body.uuid as string, pin: ada.pin };
    const done = await stack.platform.post('app', 'escrow.php?action=release', release, { token: ada.token });
    expect(outcomeOf(done)).toBe('200 OK');
    expect(await stack.platform.balanceOf(bola)).toBe('100.00');
  });
});
