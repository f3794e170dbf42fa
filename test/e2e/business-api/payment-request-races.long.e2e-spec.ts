import { randomUUID } from 'node:crypto';
import { HeldLock } from '../../support/held-lock';
import type { HttpAnswer } from '../../support/http-client';
import type { TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';

/** Everything here happens on two business-apis over one database, at once. */
describe('payment requests in parallel', () => {
  let platform: Platform;
  let hosts: string[];
  beforeAll(async () => {
    platform = await startPlatform({ secondBusiness: true, env: { RATE_LIMITS: 'false' } });
    hosts = [platform.urls.business, await platform.secondBusinessUrl()];
  });
  afterAll(() => platform?.proveAndStop());

  interface Asked {
    asker: TestUser;
    payer: TestUser;
    id: number;
  }

  const times = <T>(count: number, make: (i: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, i) => make(i)));
  const post = (i: number, user: TestUser, action: string, body: object, idempotencyKey?: string) =>
    platform.post(hosts[i % hosts.length]!, `wallet.php?action=${action}`, body, {
      token: user.token,
      idempotencyKey,
    });
  const act = (i: number, user: TestUser, action: string, request_id: number, key?: string) =>
    post(i, user, action, { request_id, pin: user.pin }, key);
  const statusOf = async ({ payer, id }: Asked): Promise<string> => {
    const { body } = await platform.get('business', 'wallet.php?action=requests&limit=100', {
      token: payer.token,
    });
    return (body.data.data as { request_id: number; status: string }[]).find(
      ({ request_id }) => request_id === id,
    )!.status;
  };
  const journalsOf = ({ id }: Asked) =>
    platform.sql<{ id: string }>(
      `SELECT id FROM ledger.journals WHERE related_type = 'payment_request' AND related_id = $1`,
      [String(id)],
    );
  const counts = (answers: HttpAnswer[]) => {
    const found: Record<string, number> = {};
    for (const { status, body } of answers)
      found[body.error_code ?? status] = (found[body.error_code ?? status] ?? 0) + 1;
    return found;
  };

  async function funded(amount: string): Promise<TestUser> {
    const user = await platform.signUp();
    await platform.fund(user, 'NGN', amount);
    return user;
  }
  async function asked(amount = 10, payer?: TestUser, asker?: TestUser): Promise<Asked> {
    const [from, to] = [asker ?? (await platform.signUp()), payer ?? (await funded('1000.00'))];
    const { body, text } = await post(0, from, 'request-payment', { recipient: to.usertag, amount });
    if (body.request_id === undefined || !body.success) throw new Error(text);
    return { asker: from, payer: to, id: body.request_id };
  }

  it('are paid once when they are paid 64 times at once', async () => {
    const request = await asked();
    const answers = await times(64, (i) => act(i, request.payer, 'fulfill-request', request.id));
    expect(counts(answers)).toEqual({ 200: 1, INVALID_STATE: 63 });
    expect([await platform.balanceOf(request.payer), await platform.balanceOf(request.asker)]).toEqual([
      '989.99',
      '10.00',
    ]);
    const paid = answers.find(({ status }) => status === 200)!;
    expect(await journalsOf(request)).toEqual([{ id: paid.body.transaction_id }]);
  });

  it('are paid once when they are paid 64 times at once under one key, and each gets that answer', async () => {
    const request = await asked();
    const key = randomUUID();
    const answers = await times(64, (i) => act(i, request.payer, 'fulfill-request', request.id, key));
    expect(counts(answers)).toEqual({ 200: 64 });
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await journalsOf(request)).toHaveLength(1);
    expect(await platform.balanceOf(request.payer)).toBe('989.99');
  });

  it('are paid, declined or cancelled when all come at once, and money moves where one was paid', async () => {
    const ends = { 'fulfill-request': 'paid', 'decline-request': 'declined', 'cancel-request': 'cancelled' };
    for (let round = 0; round < 12; round++) {
      const request = await asked();
      const steps = Object.keys(ends) as (keyof typeof ends)[];
      // Each of them comes first in turn.
      const order = times(12, (i) => {
        const step = steps[(round + i) % steps.length]!;
        const user = step === 'cancel-request' ? request.asker : request.payer;
        return act(round + i, user, step, request.id).then((answer) => ({ step, answer }));
      });
      const answers = await order;
      const done = answers.filter(({ answer }) => answer.status === 200);
      expect(done).toHaveLength(1);
      expect(counts(answers.map(({ answer }) => answer))).toEqual({ 200: 1, INVALID_STATE: 11 });
      const status = ends[done[0]!.step];
      expect(done[0]!.answer.body.status).toBe(status);
      expect(await statusOf(request)).toBe(status);
      expect(await journalsOf(request)).toHaveLength(status === 'paid' ? 1 : 0);
      expect(await platform.balanceOf(request.asker)).toBe(status === 'paid' ? '10.00' : '0.00');
    }
  });

  it('others who try while it is paid change nothing and learn nothing', async () => {
    const request = await asked();
    const stranger = await funded('1000.00');
    const users = [request.payer, stranger, request.asker];
    const answers = await times(48, (i) => act(i, users[i % 3]!, 'fulfill-request', request.id));
    const theirs = answers.filter((_, i) => i % 3 !== 0);
    expect(counts(theirs)).toEqual({ NOT_FOUND: 32 });
    expect(counts(answers)).toEqual({ 200: 1, INVALID_STATE: 15, NOT_FOUND: 32 });
    expect(await journalsOf(request)).toHaveLength(1);
    expect(await platform.balanceOf(stranger)).toBe('1000.00');
  });

  it('exactly 10 of 24 of one payer are paid with funds for 10, and the rest stay open', async () => {
    const payer = await funded('100.10');
    const requests: Asked[] = [];
    for (let i = 0; i < 6; i++) {
      const asker = await platform.signUp();
      for (let n = 0; n < 4; n++) requests.push(await asked(10, payer, asker));
    }
    const answers = await times(24, (i) => act(i, payer, 'fulfill-request', requests[i]!.id));
    expect(counts(answers)).toEqual({ 200: 10, INSUFFICIENT_FUNDS: 14 });
    expect(await platform.balanceOf(payer)).toBe('0.00');
    for (const [i, request] of requests.entries()) {
      expect(await statusOf(request)).toBe(answers[i]!.status === 200 ? 'paid' : 'pending');
      expect(await journalsOf(request)).toHaveLength(answers[i]!.status === 200 ? 1 : 0);
    }
  });

  it('two people who pay each other what they ask of each other never stop each other', async () => {
    const [a, b] = [await funded('1000.00'), await funded('1000.00')];
    const requests: Asked[] = [];
    for (let i = 0; i < 5; i++) requests.push(await asked(3, a, b), await asked(3, b, a));
    const answers = await times(10, (i) => act(i, requests[i]!.payer, 'fulfill-request', requests[i]!.id));
    expect(counts(answers)).toEqual({ 200: 10 });
    expect([await platform.balanceOf(a), await platform.balanceOf(b)]).toEqual(['999.95', '999.95']);
  });

  describe('payment requests near their expiry', () => {
    const end = () => platform.clock.advance({ days: 7 });

    it('expire if they have to start over after it, and nothing moves', async () => {
      const request = await asked();
      const change = await HeldLock.take(
        platform.config.env.DATABASE_URL,
        'UPDATE payment_requests SET version = version + 1 WHERE id = $1',
        [request.id],
      );
      const answer = act(0, request.payer, 'fulfill-request', request.id);
      await change.awaited();
      end();
      await change.commit();
      expect(await answer).toMatchObject({
        status: 409,
        body: { error_code: 'INVALID_STATE', message: expect.stringMatching(/expired/) },
      });
      expect(await journalsOf(request)).toEqual([]);
    });

    it('are paid if they are decided in time, however long the commit is held up', async () => {
      const request = await asked();
      const [wallet] = await platform.sql<{ id: string }>('SELECT id FROM wallets WHERE owner_id = $1', [
        request.payer.id,
      ]);
      const balance = await HeldLock.take(
        platform.config.env.DATABASE_URL,
        'SELECT 1 FROM ledger.balances WHERE account_id = $1 FOR UPDATE',
        [wallet!.id],
      );
      const answer = act(0, request.payer, 'fulfill-request', request.id);
      await balance.awaited();
      end();
      await balance.release();
      expect((await answer).body).toMatchObject({ success: true, status: 'paid' });
      expect(await journalsOf(request)).toHaveLength(1);
      const [row] = await platform.sql('SELECT status FROM payment_requests WHERE id = $1', [request.id]);
      expect(row).toEqual({ status: 'paid' });
    });
  });
});
