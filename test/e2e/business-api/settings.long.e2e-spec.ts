import { HeldLock } from '../../support/held-lock';
import { type Platform, startPlatform } from '../../support/platform';
import type { TestUser } from '../../support/people';

const MINUTE = 60;

/** What is no PIN. None of these may count as a try, and none may be an error of ours. */
const NO_PINS: unknown[] = [
  ...['', '123', '12345', 'abcd', '12 4', '١٢٣٤', '１２３４', '12\u00003', '-123', '1e21', '+123', '12 345'],
  ...[123, 12345, 12.5, 0, -1, 1e21, true, ['1234'], { length: 4 }, 'x'.repeat(50_000)],
];

const titled = (value: unknown): [string, unknown] => [JSON.stringify(value).slice(0, 30), value];

describe('settings.php?action=set-pin', () => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
  });
  afterAll(() => platform.stop());

  const setPin = (user: { token: string }, body: unknown, host: 'business' | 'app' = 'business') =>
    platform.post(host, 'settings.php?action=set-pin', body, { token: user.token });

  /** A user with an account and no PIN yet. */
  async function newcomer(): Promise<TestUser> {
    const user = await platform.signUp();
    await platform.sql('DELETE FROM transaction_pins WHERE user_id = $1', [user.id]);
    return user;
  }

  /** An action that asks for the PIN; NOT_FOUND means that the PIN was right. */
  const usePin = (user: { token: string }, pin: unknown, host: 'business' | 'app' = 'business') => {
    const body = { recipient: '@unknown_tag', amount: 1, pin };
    return platform.post(host, 'wallet.php?action=transfer', body, { token: user.token });
  };

  it('sets a PIN, which the profile then shows as set, on every host', async () => {
    const user = await newcomer();
    const { status, body } = await setPin(user, { pin: '0042', confirm_pin: '0042' }, 'app');
    expect({ status, body }).toEqual({
      status: 200,
      body: { success: true, message: expect.any(String), pin_set: true },
    });
    const profile = await platform.get('business', 'auth.php?action=profile', { token: user.token });
    expect(profile.body.user.pin_set).toBe(true);
    expect((await usePin(user, '0042')).body.error_code).toBe('NOT_FOUND');
    expect((await usePin(user, '0042', 'app')).body.error_code).toBe('NOT_FOUND');
  });

  it('refuses a confirmation that differs', async () => {
    const { status, body } = await setPin(await newcomer(), { pin: '1234', confirm_pin: '1235' });
    expect({ status, code: body.error_code, field: body.errors[0].field }).toEqual({
      status: 400,
      code: 'VALIDATION_ERROR',
      field: 'confirm_pin',
    });
  });

  it.each(NO_PINS.map(titled))('refuses %s as a PIN', async (_title, pin) => {
    const { status, body } = await setPin(await newcomer(), { pin, confirm_pin: pin });
    expect({ status, code: body.error_code, field: body.errors[0].field }).toEqual({
      status: 400,
      code: 'VALIDATION_ERROR',
      field: 'pin',
    });
  });

  it('refuses a body without a PIN', async () => {
    const { status, body } = await setPin(await newcomer(), {});
    expect(status).toBe(400);
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(['pin', 'confirm_pin']);
  });

  it('changes a PIN for a caller who knows the current one', async () => {
    const user = await platform.signUp();
    const change = await setPin(user, { pin: '7777', confirm_pin: '7777', current_pin: user.pin });
    expect(change.status).toBe(200);
    expect((await usePin(user, '7777')).body.error_code).toBe('NOT_FOUND');
    expect((await usePin(user, user.pin)).body.error_code).toBe('INVALID_PIN');
  });

  it.each([undefined, null])('changes nothing without the current PIN (%s)', async (current_pin) => {
    const user = await platform.signUp();
    const { status, body } = await setPin(user, { pin: '7777', confirm_pin: '7777', current_pin });
    expect({ status, code: body.error_code, field: body.errors[0].field }).toEqual({
      status: 400,
      code: 'VALIDATION_ERROR',
      field: 'current_pin',
    });
    expect((await usePin(user, user.pin)).body.error_code).toBe('NOT_FOUND');
  });

  it('counts a wrong current PIN as a try', async () => {
    const user = await platform.signUp();
    const guess = (current_pin: string) => setPin(user, { pin: '7777', confirm_pin: '7777', current_pin });
    for (const left of [4, 3, 2, 1, 0]) {
      const { status, body } = await guess('9999');
      expect({ status, code: body.error_code, left: body.tries_left }).toEqual({
        status: 403,
        code: 'INVALID_PIN',
        left,
      });
    }
    const locked = await guess(user.pin);
    expect({ status: locked.status, code: locked.body.error_code }).toEqual({
      status: 403,
      code: 'PIN_LOCKED',
    });
    expect((await usePin(user, user.pin)).body.error_code).toBe('PIN_LOCKED');
  });

  it('sets one PIN of several that are set at once', async () => {
    const user = await newcomer();
    const pins = ['1111', '2222', '3333', '4444', '5555', '6666'];
    const answers = await Promise.all(
      pins.map((pin, at) => setPin(user, { pin, confirm_pin: pin }, at % 2 ? 'app' : 'business')),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
    const winner = pins[answers.findIndex(({ status }) => status === 200)];
    expect((await usePin(user, winner)).body.error_code).toBe('NOT_FOUND');
  });

  it('is for signed-in people alone', async () => {
    const merchant = await platform.merchant();
    const body = { pin: '1234', confirm_pin: '1234' };
    const anonymous = await platform.post('business', 'settings.php?action=set-pin', body);
    expect({ status: anonymous.status, code: anonymous.body.error_code }).toEqual({
      status: 401,
      code: 'UNAUTHENTICATED',
    });
    const key = await platform.post('business', 'settings.php?action=set-pin', body, {
      key: merchant.live.secret_key,
    });
    expect({ status: key.status, code: key.body.error_code }).toEqual({
      status: 403,
      code: 'SESSION_REQUIRED',
    });
  });

  it('stores no PIN that could be found by trying all ten thousand', async () => {
    const user = await platform.signUp();
    const [row] = await platform.sql<{ dump: string }>(
      'SELECT row_to_json(p)::text AS dump FROM transaction_pins p WHERE user_id = $1',
      [user.id],
    );
    const { createHash, createHmac } = await import('node:crypto');
    for (let n = 0; n < 10_000; n++) {
      const pin = String(n).padStart(4, '0');
      for (const text of [pin, `${user.id}${pin}`, `${user.id} ${pin}`, `${user.id}:${pin}`]) {
        expect(row!.dump).not.toContain(createHash('sha256').update(text).digest('hex'));
      }
      expect(row!.dump).not.toContain(createHmac('sha256', user.id).update(pin).digest('hex'));
    }
  });
});

describe('the transaction PIN', () => {
  let platform: Platform;
  let second: string;
  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' }, secondBusiness: true });
    second = await platform.secondBusinessUrl();
  });
  afterAll(() => platform.stop());

  const usePin = (user: { token: string }, pin: unknown, host = 'business') => {
    const body = { recipient: '@unknown_tag', amount: 1, pin };
    return platform.post(host, 'wallet.php?action=transfer', body, { token: user.token });
  };

  it('is asked of people: 400 when it is missing, 403 PIN_NOT_SET when there is none', async () => {
    const user = await platform.signUp();
    const missing = await usePin(user, undefined);
    expect({ status: missing.status, field: missing.body.errors[0].field }).toEqual({
      status: 400,
      field: 'pin',
    });
    await platform.sql('DELETE FROM transaction_pins WHERE user_id = $1', [user.id]);
    const { status, body } = await usePin(user, '1234');
    expect({ status, code: body.error_code }).toEqual({ status: 403, code: 'PIN_NOT_SET' });
  });

  it.each(NO_PINS.map(titled))(
    'is a malformed request and no try if it is given as %s',
    async (_title, pin) => {
      const user = await platform.signUp();
      for (let n = 0; n < 6; n++) {
        const { status, body } = await usePin(user, pin);
        expect({ status, code: body.error_code, field: body.errors[0].field }).toEqual({
          status: 400,
          code: 'VALIDATION_ERROR',
          field: 'pin',
        });
      }
      expect((await usePin(user, user.pin)).body.error_code).toBe('NOT_FOUND');
    },
  );

  it('is evaluated five times at most, however many wrong ones come at once through two hosts and processes', async () => {
    const user = await platform.signUp();
    const hosts = ['business', 'app', second];
    const guesses = Array.from({ length: 200 }, (_, n) => usePin(user, String(n + 5000), hosts[n % 3]));
    const codes = (await Promise.all(guesses)).map(({ status, body }) => `${status} ${body.error_code}`);
    expect(codes.filter((code) => code === '403 INVALID_PIN')).toHaveLength(5);
    expect(codes.filter((code) => code === '403 PIN_LOCKED')).toHaveLength(195);
    expect((await usePin(user, user.pin)).body.error_code).toBe('PIN_LOCKED');
  });

  /** Lets `requests` run into the person's locked row, and unlocks it once `count` connections wait for it. */
  async function heldUp<T>(userId: string, count: number, requests: () => Promise<T>[]): Promise<T[]> {
    const row = await HeldLock.take(
      platform.config.env.DATABASE_URL,
      'SELECT FROM transaction_pins WHERE user_id = $1 FOR UPDATE',
      [userId],
    );
    const running = requests();
    await row.awaited(count);
    await row.release();
    return Promise.all(running);
  }

  it('counts tries that overlap in three processes: each waits for the one before', async () => {
    const user = await platform.signUp();
    const answers = await heldUp(user.id, 3, () =>
      Array.from({ length: 15 }, (_, n) => usePin(user, '9999', ['business', 'app', second][n % 3])),
    );
    expect(answers.filter(({ body }) => body.error_code === 'INVALID_PIN')).toHaveLength(5);
  });

  it('is changed by one of several changes that overlap', async () => {
    const user = await platform.signUp();
    const answers = await heldUp(user.id, 4, () =>
      ['1111', '2222', '3333', '4444'].map((pin) =>
        platform.post(
          'business',
          'settings.php?action=set-pin',
          { pin, confirm_pin: pin, current_pin: user.pin },
          user,
        ),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403]);
  });

  it('is right as often at once as it is sent', async () => {
    const user = await platform.signUp();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => usePin(user, user.pin, ['business', 'app', second][n % 3])),
    );
    expect(new Set(answers.map(({ body }) => body.error_code))).toEqual(new Set(['NOT_FOUND']));
  });

  it('is locked for 15 minutes after five wrong tries in a row, then has five new ones', async () => {
    const user = await platform.signUp();
    const fail = async (times: number) => {
      for (let n = 0; n < times; n++)
        expect((await usePin(user, '9999')).body.error_code).toBe('INVALID_PIN');
    };
    await fail(5);
    const locked = await usePin(user, user.pin);
    expect({ status: locked.status, code: locked.body.error_code }).toEqual({
      status: 403,
      code: 'PIN_LOCKED',
    });
    expect(locked.body.retry_after).toBeGreaterThan(14 * MINUTE);
    expect(locked.body.retry_after).toBeLessThanOrEqual(15 * MINUTE);
    expect(locked.headers.get('retry-after')).toBe(String(locked.body.retry_after));

    platform.clock.advance({ minutes: 14 });
    expect((await usePin(user, user.pin)).body.error_code).toBe('PIN_LOCKED');
    platform.clock.advance({ minutes: 1, seconds: 1 });
    const { body } = await platform.post('business', 'auth.php?action=refresh', {
      refresh_token: user.refreshToken,
    });
    user.token = body.access_token;
    await fail(5);
    expect((await usePin(user, user.pin)).body.error_code).toBe('PIN_LOCKED');
  });

  it('forgets wrong tries at a right one', async () => {
    const user = await platform.signUp();
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 4; n++) expect((await usePin(user, '9999')).body.error_code).toBe('INVALID_PIN');
      expect((await usePin(user, user.pin)).body.error_code).toBe('NOT_FOUND');
    }
  });

  it("counts each person's tries for themselves, of several people at once", async () => {
    const [one, other] = [await platform.signUp(), await platform.signUp()];
    const hosts = ['business', 'app', second];
    const tries = Array.from({ length: 30 }, (_, n) => [
      usePin(one, '9999', hosts[n % 3]),
      usePin(other, other.pin, hosts[n % 3]),
    ]).flat();
    const codes = (await Promise.all(tries)).map(({ body }) => body.error_code as string);
    const of = (person: 0 | 1) => codes.filter((_, n) => n % 2 === person).sort();
    expect(of(0)).toEqual([...Array<string>(5).fill('INVALID_PIN'), ...Array<string>(25).fill('PIN_LOCKED')]);
    expect(of(1)).toEqual(Array<string>(30).fill('NOT_FOUND'));
  });
});
