import type { UserCaller } from '@app/http';
import { SessionCacheService } from '../../../libs/accounts/src/sessions/session-cache.service';
import { SessionQueries } from '../../../libs/accounts/src/sessions/session.queries';
import { Authenticators } from '../../support/authenticator';
import { type HttpAnswer, outcomeOf } from '../../support/http-client';
import type { TestUser } from '../../support/people';
import { AccountStack, newEmail } from './account-stack';

let stack: AccountStack;
let apps: Authenticators;
beforeAll(async () => {
  stack = await AccountStack.open(['business', 'scheduler']);
  apps = new Authenticators(stack.platform);
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => stack?.close());

const HOST = 'business';
type Change = () => Promise<HttpAnswer>;
/** What the next request of the session must see; null: it is refused. */
type Left = Partial<UserCaller> | null;

const auth = (action: string, body: object, user: { token?: string }) => stack.auth(action, body, user, HOST);
const settings = (action: string, body: object, user: TestUser) => stack.settings(action, body, user, HOST);

const signIn = async ({ email, password }: TestUser) =>
  (await auth('login', { email, password }, {})).body.access_token as string;

const sessionOf = async ({ id }: TestUser) =>
  (
    await stack.platform.sql<{ id: string }>('SELECT id FROM sessions WHERE user_id = $1 ORDER BY id', [id])
  )[0]!.id;

async function unproved(): Promise<TestUser> {
  const user = await stack.platform.signUp();
  await stack.platform.sql('UPDATE users SET email_verified_at = NULL WHERE id = $1', [user.id]);
  return user;
}

const sessions = () => stack.platform.inside(HOST, SessionQueries);

/** Asks until the session is cached. */
async function cached(sessionId: string, userId: string): Promise<UserCaller> {
  const loads = jest.spyOn(sessions() as unknown as { load(): Promise<unknown> }, 'load');
  for (;;) {
    loads.mockClear();
    const caller = await sessions().callerOf(sessionId, userId);
    if (caller && loads.mock.calls.length === 0) return caller;
  }
}

/** No notification of PostgreSQL arrives any more, and the process trusts its cache all the same. */
function silence(): void {
  const { changes } = stack.platform.inside(HOST, SessionCacheService) as unknown as {
    changes: { isTrusted: boolean; receive(payload: string): void };
  };
  jest.spyOn(changes, 'receive').mockReturnValue(undefined);
  jest.spyOn(Object.getPrototypeOf(changes) as typeof changes, 'isTrusted', 'get').mockReturnValue(true);
}

/** Each prepares a person and the change that they then make. */
const CHANGES: [what: string, prepare: () => Promise<{ user: TestUser; change: Change; left: Left }>][] = [
  [
    'verify-email',
    async () => {
      const user = await unproved();
      const otp = await stack.mailedCode(user.email);
      return { user, change: () => auth('verify-email', { otp }, user), left: { emailVerified: true } };
    },
  ],
  [
    'confirm-email',
    async () => {
      const [user, new_email] = [await unproved(), newEmail()];
      await auth('change-email', { new_email, password: user.password }, user);
      const otp = await stack.mailedCode(new_email);
      return { user, change: () => auth('confirm-email', { otp }, user), left: { emailVerified: true } };
    },
  ],
  [
    '2fa-enable',
    async () => {
      const user = await stack.platform.signUp();
      const { secret } = (await auth('2fa-setup', {}, user)).body as { secret: string };
      const change = () => auth('2fa-enable', { code: apps.code(secret) }, user);
      return { user, change, left: { twoFactorEnabled: true } };
    },
  ],
  [
    '2fa-disable',
    async () => {
      const { user, secret } = await apps.turnOn(await stack.platform.signUp());
      const change = () => auth('2fa-disable', { code: apps.nextCode(secret) }, user);
      return { user, change, left: { twoFactorEnabled: false, provedAt: null } };
    },
  ],
  [
    'step-up',
    async () => {
      const { user, secret } = await apps.turnOn(await stack.platform.signUp());
      const change = () => auth('step-up', { code: apps.nextCode(secret) }, user);
      return { user, change, left: { provedAt: expect.any(Date) as Date } };
    },
  ],
  [
    'logout',
    async () => {
      const user = await stack.platform.signUp();
      return { user, change: () => auth('logout', { refresh_token: user.refreshToken }, {}), left: null };
    },
  ],
  [
    'end-session',
    async () => {
      const user = await stack.platform.signUp();
      const other = await signIn(user);
      const id = await sessionOf(user);
      return { user, change: () => settings('end-session', { id }, { ...user, token: other }), left: null };
    },
  ],
  [
    'logout-others',
    async () => {
      const user = await stack.platform.signUp();
      const other = await signIn(user);
      return { user, change: () => settings('logout-others', {}, { ...user, token: other }), left: null };
    },
  ],
  [
    'change-password',
    async () => {
      const user = await stack.platform.signUp();
      const other = { ...user, token: await signIn(user) };
      const body = { current_password: user.password, new_password: 'quite another long passphrase' };
      return { user, change: () => settings('change-password', body, other), left: null };
    },
  ],
  [
    'reset-password',
    async () => {
      const user = await stack.platform.signUp();
      await auth('forgot-password', { email: user.email }, {});
      const token = /reset-password#([\w-]+)/.exec(
        (await stack.mailTo(user.email, 'Set a new password'))!,
      )![1];
      const body = { token, password: 'quite another long passphrase' };
      return { user, change: () => auth('reset-password', body, {}), left: null };
    },
  ],
  [
    'not-me',
    async () => {
      const user = await stack.platform.signUp();
      await auth('change-email', { new_email: newEmail(), password: user.password }, user);
      const mail = await stack.mailTo(user.email, 'A new e-mail address was requested');
      const token = /not-me#([\w-]+)/.exec(mail!)![1];
      return { user, change: () => auth('not-me', { token }, {}), left: null };
    },
  ],
  [
    'close-account',
    async () => {
      const user = await stack.platform.signUp();
      return { user, change: () => settings('close-account', { password: user.password }, user), left: null };
    },
  ],
];

describe('A change of the own account', () => {
  it.each(CHANGES)(
    'is seen by the next request of the process that answered %s, without a notification of the database',
    async (_what, prepare) => {
      const { user, change, left } = await prepare();
      const session = await sessionOf(user);
      const before = await cached(session, user.id);
      if (left) expect(before).not.toMatchObject(left);
      silence();
      expect(outcomeOf(await change())).toBe('200 OK');
      const after = await sessions().callerOf(session, user.id);
      if (left) expect(after).toMatchObject(left);
      else expect(after).toBeNull();
    },
  );
});
