import { outcomeOf } from '../../support/http-client';
import type { TestUser } from '../../support/people';
import { AccountStack } from './account-stack';

const NEXT = 'quite another long passphrase';
const MINUTE = 60;

let stack: AccountStack;
beforeAll(async () => (stack = await AccountStack.open(['business', 'app', 'scheduler'])));
afterAll(() => stack?.close());

const sessionsOf = async (token: string) => {
  const { body } = await stack.platform.get('app', 'settings.php?action=sessions', { token });
  return body.data as { id: string; device: string; ip: string; last_used_at: string; current: boolean }[];
};

/** Whether the session works, on each host. */
async function works(token: string): Promise<boolean[]> {
  await stack.platform.sessionChangesProcessed();
  const answers = [await stack.profile({ token }), await stack.profile({ token }, 'business')];
  return answers.map(({ status }) => status === 200);
}

describe('settings.php?action=sessions', () => {
  it('lists the open sessions of the caller, and marks their own', async () => {
    const ada = await stack.platform.signUp();
    await stack.platform.signUp();
    const token = await stack.signIn(ada);
    const listed = await sessionsOf(token);
    expect(listed).toHaveLength(2);
    expect(listed.filter(({ current }) => current)).toHaveLength(1);
    expect(listed[0]).toEqual({
      id: expect.any(String),
      device: expect.any(String),
      ip: expect.stringMatching(/^[\d.:a-f]+$/),
      last_used_at: expect.stringMatching(/Z$/),
      current: true,
    });
  });

  it('ends one session, on every host', async () => {
    const ada = await stack.platform.signUp();
    const other = await stack.signIn(ada);
    expect(await works(other)).toEqual([true, true]);
    const { id } = (await sessionsOf(other)).find(({ current }) => current)!;
    const end = () => stack.settings('end-session', { id }, ada);
    expect(outcomeOf(await end())).toBe('200 OK');
    expect(await works(other)).toEqual([false, false]);
    expect(await works(ada.token)).toEqual([true, true]);
    expect(outcomeOf(await end())).toBe('404 NOT_FOUND');
  });

  it('finds no session of another person', async () => {
    const [ada, bola] = [await stack.platform.signUp(), await stack.platform.signUp()];
    const { id } = (await sessionsOf(ada.token))[0]!;
    expect(outcomeOf(await stack.settings('end-session', { id }, bola))).toBe('404 NOT_FOUND');
    expect(await works(ada.token)).toEqual([true, true]);
    for (const wrong of ['x', 7, null, `${id}\u0000`])
      expect(outcomeOf(await stack.settings('end-session', { id: wrong }, bola))).toBe(
        '400 VALIDATION_ERROR',
      );
  });

  it('ends all others, with their refresh tokens', async () => {
    const ada = await stack.platform.signUp();
    const token = await stack.signIn(ada);
    expect(await works(ada.token)).toEqual([true, true]);
    expect(outcomeOf(await stack.settings('logout-others', {}, { token }))).toBe('200 OK');
    expect([await works(ada.token), await works(token)]).toEqual([
      [false, false],
      [true, true],
    ]);
    const refreshed = await stack.auth('refresh', { refresh_token: ada.refreshToken }, {});
    expect(outcomeOf(refreshed)).toBe('401 UNAUTHENTICATED');
  });
});

describe('settings.php?action=change-password', () => {
  const change = (user: { token: string }, current: string, next = NEXT, host: 'app' | 'business' = 'app') =>
    stack.settings('change-password', { current_password: current, new_password: next }, user, host);

  it('replaces the password, keeps the session, and ends the others and reset links', async () => {
    const ada = await stack.platform.signUp();
    const other = await stack.signIn(ada);
    await stack.auth('forgot-password', { email: ada.email }, {});
    const mail = await stack.mailTo(ada.email, 'Set a new password');
    const token = /#([\w-]+)\s/.exec(mail!)![1]!;
    expect(outcomeOf(await change(ada, ada.password))).toBe('200 OK');
    expect([await works(ada.token), await works(other)]).toEqual([
      [true, true],
      [false, false],
    ]);
    const reset = await stack.auth('reset-password', { token, password: 'a third long passphrase' }, {});
    expect(outcomeOf(reset)).toBe('400 VALIDATION_ERROR');
    expect(outcomeOf(await stack.auth('login', { email: ada.email, password: ada.password }, {}))).toBe(
      '401 INVALID_CREDENTIALS',
    );
    await stack.signIn({ ...ada, password: NEXT });
    expect(await stack.mailTo(ada.email, 'Your password was changed')).toContain('/not-me#');
  });

  it('refuses a wrong, a weak and an unchanged password, which change nothing', async () => {
    const ada = await stack.platform.signUp();
    expect(outcomeOf(await change(ada, 'not my passphrase'))).toBe('401 INVALID_CREDENTIALS');
    for (const next of ['short', 'password123', '1234567890', ada.email, ada.password]) {
      const answer = await change(ada, ada.password, next);
      expect([next, outcomeOf(answer)]).toEqual([next, '400 VALIDATION_ERROR']);
      expect(answer.body.errors[0].field).toBe('new_password');
    }
    await stack.signIn(ada);
  });

  it('locks after five wrong passwords in a row on all hosts together, and leaves the sign-in open', async () => {
    const ada = await stack.platform.signUp();
    const guess = (i: number) => change(ada, `wrong guess ${i}`, NEXT, i % 2 ? 'app' : 'business');
    // A right one in between starts the count again.
    for (let i = 0; i < 4; i++) expect((await guess(i)).status).toBe(401);
    expect(outcomeOf(await change(ada, ada.password, 'the second passphrase'))).toBe('200 OK');
    const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => guess(i)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    const refused = await change(ada, 'the second passphrase');
    expect(outcomeOf(refused)).toBe('429 RATE_LIMITED');
    expect(refused.body.retry_after).toBeGreaterThan(0);
    const token = await stack.signIn({ ...ada, password: 'the second passphrase' });
    stack.platform.clock.advance({ seconds: 15 * MINUTE });
    const fresh = await stack.signIn({ ...ada, password: 'the second passphrase' });
    expect(token).not.toBe(fresh);
    expect(outcomeOf(await change({ token: fresh }, 'the second passphrase'))).toBe('200 OK');
  });

  it('counts the tries of each person by themselves', async () => {
    const [ada, bola] = [await stack.platform.signUp(), await stack.platform.signUp()];
    for (let i = 0; i < 6; i++) await change(ada, `wrong guess ${i}`);
    expect(outcomeOf(await change(bola, bola.password))).toBe('200 OK');
  });

  it('commits one of two changes at once', async () => {
    const ada: TestUser = await stack.platform.signUp();
    const token = await stack.signIn(ada);
    const answers = await Promise.all([
      change(ada, ada.password, 'the first of the two'),
      change({ token }, ada.password, 'the second of the two'),
    ]);
    const won = answers.findIndex(({ status }) => status === 200);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await stack.signIn({ ...ada, password: ['the first of the two', 'the second of the two'][won]! });
  });
});
