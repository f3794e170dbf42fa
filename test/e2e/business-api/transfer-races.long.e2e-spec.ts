import { randomBytes } from 'node:crypto';
import type { HttpAnswer } from '../../support/http-client';
import type { TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';

/** Everything here happens on two business-apis over one database, at once. */
describe('transfers in parallel', () => {
  let platform: Platform;
  let hosts: string[];
  let addresses = 0;
  beforeAll(async () => {
    platform = await startPlatform({ secondBusiness: true, env: { RATE_LIMITS: 'false' } });
    hosts = [platform.urls.business, await platform.secondBusinessUrl()];
  });
  afterAll(() => platform?.proveAndStop());

  const newKey = () => randomBytes(8).toString('hex');
  const times = <T>(count: number, make: (i: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, i) => make(i)));
  const transfer = (i: number, from: TestUser, to: TestUser, amount: unknown, key?: string, pin = from.pin) =>
    platform.post(
      ...([
        hosts[i % hosts.length]!,
        'wallet.php?action=transfer',
        { recipient: to.usertag, amount, pin },
      ] as const),
      { token: from.token, idempotencyKey: key },
    );
  const movementsOf = async ({ token }: TestUser): Promise<number> =>
    (await platform.get('business', 'wallet.php?action=history&limit=1', { token })).body.data.total;
  const statuses = (answers: HttpAnswer[]) => {
    const counts: Record<string, number> = {};
    for (const { status, body } of answers)
      counts[body.error_code ?? status] = (counts[body.error_code ?? status] ?? 0) + 1;
    return counts;
  };

  async function funded(amount: string): Promise<TestUser> {
    const user = await platform.signUp();
    await platform.fund(user, 'NGN', amount);
    return user;
  }

  async function signedIn(user: TestUser): Promise<TestUser> {
    const headers = { 'x-forwarded-for': `10.9.6.${++addresses}` };
    const { email, password } = user;
    const { body } = await platform.post(
      'business',
      'auth.php?action=login',
      { email, password },
      { headers },
    );
    return { ...user, token: body.access_token };
  }

  describe('funds', () => {
    it('exactly 10 of 64 at once are made on funds for 10', async () => {
      const [sender, recipient] = [await funded('100.10'), await platform.signUp()];
      const answers = await times(64, (i) => transfer(i, sender, recipient, 10));
      expect(statuses(answers)).toEqual({ 200: 10, INSUFFICIENT_FUNDS: 54 });
      expect([await platform.balanceOf(sender), await platform.balanceOf(recipient)]).toEqual([
        '0.00',
        '100.00',
      ]);
      expect(await movementsOf(sender)).toBe(11);
    });

    it('each answer shows the balance its own transfer left', async () => {
      const [sender, recipient] = [await funded('64.64'), await platform.signUp()];
      const answers = await times(64, (i) => transfer(i, sender, recipient, 1));
      const shown = answers.map(({ body }) => Math.round(body.new_balance * 100)).sort((a, b) => a - b);
      expect(shown).toEqual(Array.from({ length: 64 }, (_, i) => i * 101));
    });

    it('two accounts paying each other neither stop each other nor lose anything', async () => {
      const [a, b] = [await funded('1000.00'), await funded('1000.00')];
      const answers = await times(60, (i) => (i % 2 ? transfer(i >> 1, a, b, 3) : transfer(i >> 1, b, a, 2)));
      expect(statuses(answers)).toEqual({ 200: 60 });
      expect([await platform.balanceOf(a), await platform.balanceOf(b)]).toEqual(['969.70', '1029.70']);
    });

    it.each([3, 5, 8])('a ring of %i accounts comes out even', async (size) => {
      const ring: TestUser[] = [];
      for (let i = 0; i < size; i++) ring.push(await funded('100.00'));
      const answers = await times(size * 12, (i) => {
        const at = (i * 7) % size;
        return transfer(i, ring[at]!, ring[(at + 1) % size]!, 1);
      });
      expect(statuses(answers)).toEqual({ 200: size * 12 });
      for (const user of ring) expect(await platform.balanceOf(user)).toBe('99.88');
    });

    it('every one from many to one arrives', async () => {
      const [merchant, senders] = [await platform.signUp(), [] as TestUser[]];
      for (let i = 0; i < 6; i++) senders.push(await funded('20.00'));
      const answers = await times(60, (i) => transfer(i, senders[i % 6]!, merchant, 1));
      expect(statuses(answers)).toEqual({ 200: 60 });
      expect(await platform.balanceOf(merchant)).toBe('60.00');
    });

    it('more money than there is can never be sent round a ring', async () => {
      const ring = [await funded('5.05'), await platform.signUp(), await platform.signUp()];
      await times(90, (i) => transfer(i, ring[i % 3]!, ring[(i + 1) % 3]!, 5));
      const cents = await Promise.all(
        ring.map(async (user) => Math.round(Number(await platform.balanceOf(user)) * 100)),
      );
      expect(Math.min(...cents)).toBeGreaterThanOrEqual(0);
      expect(cents.reduce((sum, part) => sum + part, 0)).toBeLessThanOrEqual(505);
    });
  });

  describe('one idempotency key', () => {
    it('makes one movement 64 times at once, and the same answer byte for byte', async () => {
      const [sender, recipient] = [await funded('1000.00'), await platform.signUp()];
      const key = newKey();
      const answers = await times(64, (i) => transfer(i, sender, recipient, 10, key));
      expect(statuses(answers)).toEqual({ 200: 64 });
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')).toHaveLength(
        63,
      );
      expect([await platform.balanceOf(sender), await platform.balanceOf(recipient)]).toEqual([
        '989.99',
        '10.00',
      ]);
      expect(await movementsOf(recipient)).toBe(1);
    });

    it('is a conflict for another amount, recipient or operation, and has no effect', async () => {
      const [sender, recipient, other] = [
        await funded('100.00'),
        await platform.signUp(),
        await platform.signUp(),
      ];
      const key = newKey();
      await transfer(0, sender, recipient, 10, key);
      const answers = [
        await transfer(1, sender, recipient, 11, key),
        await transfer(0, sender, other, 10, key),
        await platform.post(
          ...(['business', 'wallet.php?action=create-wallet', { currency: 'USD' }] as const),
          { token: sender.token, idempotencyKey: key },
        ),
      ];
      expect(statuses(answers)).toEqual({ IDEMPOTENCY_CONFLICT: 3 });
      expect(answers.map(({ status }) => status)).toEqual([409, 409, 409]);
      expect(await platform.balanceOf(sender)).toBe('89.99');
    });

    it('makes one of each of 32 pairs of different bodies at once', async () => {
      const [sender, recipient] = [await funded('1000.00'), await platform.signUp()];
      const keys = Array.from({ length: 32 }, newKey);
      const answers = await times(64, (i) => transfer(i, sender, recipient, 1 + (i >> 5), keys[i % 32]));
      expect(statuses(answers)).toEqual({ 200: 32, IDEMPOTENCY_CONFLICT: 32 });
      expect(await movementsOf(recipient)).toBe(32);
    });

    it('may be repeated whatever the order of the fields, and with the PIN only', async () => {
      const [sender, recipient] = [await funded('100.00'), await platform.signUp()];
      const key = newKey();
      const first = await transfer(0, sender, recipient, 10, key);
      const again = `{"pin":"${sender.pin}","amount":10,"recipient":"${recipient.usertag}"}`;
      const credentials = { token: sender.token, idempotencyKey: key };
      const second = await platform.post('business', 'wallet.php?action=transfer', again, credentials);
      expect(second.text).toBe(first.text);
      const withoutPin = again.replace(sender.pin, '0000');
      const third = await platform.post('business', 'wallet.php?action=transfer', withoutPin, credentials);
      expect(third).toMatchObject({ status: 403, body: { error_code: 'INVALID_PIN' } });
    });

    it('is not used up by a wrong PIN, nor by a request that was malformed', async () => {
      const [sender, recipient] = [await funded('100.00'), await platform.signUp()];
      const key = newKey();
      expect((await transfer(0, sender, recipient, 10, key, '9999')).status).toBe(403);
      expect((await transfer(0, sender, recipient, -10, key)).status).toBe(400);
      expect((await transfer(0, sender, { ...recipient, usertag: 'unknown_there' }, 10, key)).status).toBe(
        404,
      );
      const answer = await transfer(1, sender, recipient, 10, key);
      expect([answer.status, answer.headers.get('idempotency-replayed')]).toEqual([200, null]);
      expect(await platform.balanceOf(sender)).toBe('89.99');
    });

    it('remembers a refusal that was decided on the balance, also once there are funds', async () => {
      const [sender, recipient] = [await funded('5.00'), await platform.signUp()];
      const key = newKey();
      const refused = await transfer(0, sender, recipient, 10, key);
      expect(refused.body.error_code).toBe('INSUFFICIENT_FUNDS');
      await platform.fund(sender, 'NGN', '100.00');
      const replayed = await transfer(1, sender, recipient, 10, key);
      expect([replayed.status, replayed.text]).toEqual([400, refused.text]);
      expect(replayed.headers.get('idempotency-replayed')).toBe('true');
      expect(await platform.balanceOf(sender)).toBe('105.00');
      expect((await transfer(0, sender, recipient, 10, newKey())).status).toBe(200);
    });

    it('returns one refusal to all of 32 concurrent repeats without funds', async () => {
      const [sender, recipient] = [await platform.signUp(), await platform.signUp()];
      const key = newKey();
      const answers = await times(32, (i) => transfer(i, sender, recipient, 1, key));
      expect(statuses(answers)).toEqual({ INSUFFICIENT_FUNDS: 32 });
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    });

    it('is the caller’s own: another may use the same', async () => {
      const [a, b, recipient] = [await funded('10.00'), await funded('10.00'), await platform.signUp()];
      const key = newKey();
      const answers = await times(2, (i) => transfer(i, [a, b][i]!, recipient, 1, key));
      expect(statuses(answers)).toEqual({ 200: 2 });
      expect(await platform.balanceOf(recipient)).toBe('2.00');
    });

    it('replays the first answer after the balance, the name and the tag have moved on', async () => {
      const [sender, recipient] = [await funded('100.00'), await platform.signUp()];
      const key = newKey();
      const first = await transfer(0, sender, recipient, 10, key);
      await transfer(0, sender, recipient, 10);
      await platform.sql(`UPDATE users SET first_name = 'Renamed', frozen_at = now() WHERE id = $1`, [
        recipient.id,
      ]);
      expect((await transfer(1, sender, recipient, 10, key)).text).toBe(first.text);
    });

    it('is forgotten after 24 hours by the clock, and not before', async () => {
      const [before, recipient] = [await funded('100.00'), await platform.signUp()];
      const key = newKey();
      const first = await transfer(0, before, recipient, 10, key);
      platform.clock.advance({ hours: 23, minutes: 59 });
      let sender = await signedIn(before);
      expect((await transfer(1, sender, recipient, 10, key)).text).toBe(first.text);
      platform.clock.advance({ minutes: 2 });
      sender = await signedIn(before);
      const anew = await transfer(0, sender, recipient, 10, key);
      expect([anew.status, anew.headers.get('idempotency-replayed')]).toEqual([200, null]);
      expect(anew.body.transaction_id).not.toBe(first.body.transaction_id);
      expect(await platform.balanceOf(sender)).toBe('79.98');
    });

    it.each(['', ' ', 'a b', 'ключ', 'x'.repeat(129)])('is not %p', async (key) => {
      const [sender, recipient] = [await funded('10.00'), await platform.signUp()];
      const answer = await platform
        .post(
          ...([
            'business',
            'wallet.php?action=transfer',
            { recipient: recipient.usertag, amount: 1, pin: sender.pin },
          ] as const),
          { token: sender.token, headers: { 'x-idempotency-key': Buffer.from(key).toString('latin1') } },
        )
        .catch(() => null);
      expect(answer?.status ?? 400).toBe(400);
      expect(await platform.balanceOf(sender)).toBe('10.00');
    });
  });

  it('a wrong PIN tried from both hosts at once is tried five times in all', async () => {
    const [sender, recipient] = [await funded('10.00'), await platform.signUp()];
    const answers = await times(40, (i) => transfer(i, sender, recipient, 1, undefined, '9999'));
    expect(statuses(answers)).toMatchObject({
      INVALID_PIN: expect.any(Number),
      PIN_LOCKED: expect.any(Number),
    });
    expect(statuses(answers).INVALID_PIN).toBeLessThanOrEqual(5);
    expect((await transfer(0, sender, recipient, 1)).body.error_code).toBe('PIN_LOCKED');
    expect(await platform.balanceOf(sender)).toBe('10.00');
  });
});
