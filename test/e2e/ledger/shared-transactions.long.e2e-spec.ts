import { EventHandlers, StaleAggregate, UnitOfWork, PendingWrites } from '@app/write-path';
import { Money } from '@app/kernel';
import { Pool } from 'pg';
import { CheckoutSessionExpired } from '../../../libs/checkout/src/sessions/session.events';
import { GroupCommitter } from '../../../libs/write-path/src/commit/group-committer';
import { findLostCommit } from '../../../libs/write-path/src/commit/find-lost-commit';
import { TransactionCommitter } from '../../../libs/write-path/src/commit/transaction-committer';
import {
  FulfillRequest,
  FulfillRequestHandler,
} from '../../../libs/wallet/src/requests/commands/fulfill-request';
import {
  TransferFunds,
  TransferFundsHandler,
} from '../../../libs/wallet/src/transfers/commands/transfer-funds';
import {
  InitiateWithdrawal,
  InitiateWithdrawalHandler,
} from '../../../libs/payouts/src/withdrawals/commands/initiate-withdrawal';
import { PaymentRequest } from '../../../libs/wallet/src/requests/payment-request.aggregate';
import { PaymentRequestRepository } from '../../../libs/wallet/src/requests/payment-request.repository';
import { eventually } from '../../support/eventually';
import { HeldLock } from '../../support/held-lock';
import { newId } from '../../support/books';
import type { TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { setLiveNairaRate } from '../../support/rates';
import { SeveringProxy } from '../../support/severing-proxy';

/** Units of work that write aggregates, handed over in one turn of the event loop. */
describe('units that commit in one transaction', () => {
  let platform: Platform;
  let committer: TransactionCommitter;
  let asker: TestUser;
  let rich: TestUser;
  let poor: TestUser;

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
    committer = platform.inside('business', TransactionCommitter);
    [asker, rich, poor] = [await platform.signUp(), await platform.signUp(), await platform.signUp()];
    await platform.fund(rich, 'NGN', '1000.00');
  });
  afterAll(() => platform?.proveAndStop());

  async function asked(payer: TestUser, by = asker): Promise<string> {
    const input = { recipient: payer.usertag, amount: 10 };
    const { body } = await platform.post('business', 'wallet.php?action=request-payment', input, by);
    return String(body.request_id);
  }

  /** What paying the request leaves behind when its handler has run. */
  async function payment(payer: TestUser, id: string): Promise<PendingWrites> {
    const handler = platform.inside('business', FulfillRequestHandler);
    const decision = await handler.execute(new FulfillRequest(payer.id, id));
    return workOf(() => decision.apply());
  }

  /** What sending ten naira leaves behind, without a key. */
  async function transfer(payer: TestUser): Promise<PendingWrites> {
    const handler = platform.inside('business', TransferFundsHandler);
    const input = new TransferFunds(payer.id, { text: asker.usertag }, 1000n, undefined, null);
    const decision = await handler.execute(input);
    return workOf(() => decision.apply());
  }

  /** What a withdrawal of two thousand naira leaves behind: a posting and a new row. */
  async function withdrawal(payer: TestUser): Promise<PendingWrites> {
    const handler = platform.inside('business', InitiateWithdrawalHandler);
    const destination = { method: 'extwallet', email: 'ada@example.com' } as const;
    const request = { ownerId: payer.id, amountMinor: 200_000n, currency: undefined, destination };
    const decision = await handler.execute(new InitiateWithdrawal(request));
    return workOf(() => decision.apply());
  }

  /** The withdrawals of these units that are written, each with its transaction and that of its journal. */
  const withdrawn = (works: PendingWrites[]) =>
    platform.sql<{ n: number; row: string; posting: string }>(
      `SELECT k.n::int - 1 AS n, w.xmin::text AS row, j.xmin::text AS posting
         FROM unnest($1::uuid[]) WITH ORDINALITY AS k(id, n)
         JOIN withdrawals w USING (id) LEFT JOIN ledger.journals j USING (id) ORDER BY n`,
      [works.map(({ journals }) => journals[0]!.id)],
    );

  /** What a change of the request leaves behind. */
  async function changed(payer: TestUser, id: string, change: (request: PaymentRequest) => void) {
    const requests = platform.inside('business', PaymentRequestRepository);
    const request = await requests.receivedBy(payer.id, id);
    return workOf(() => {
      change(request);
      requests.save(request);
    });
  }

  function workOf(decide: () => void): PendingWrites {
    const pendingWrites = new PendingWrites();
    platform.inside('business', UnitOfWork).runAtOnce(pendingWrites, () => {
      decide();
      platform.inside('business', EventHandlers).dispatchAtOnce(pendingWrites);
    });
    return pendingWrites;
  }

  const commit = (works: PendingWrites[]) => Promise.allSettled(works.map((work) => committer.commit(work)));
  const all = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make));
  /** Status of each request, and the transaction that wrote it last. */
  const rows = (ids: string[]) =>
    platform.sql<{ status: string; xmin: string }>(
      `SELECT status, r.xmin::text FROM unnest($1::bigint[]) WITH ORDINALITY AS k(id, ord)
         JOIN payment_requests r USING (id) ORDER BY ord`,
      [ids],
    );
  const statuses = async (ids: string[]) => (await rows(ids)).map(({ status }) => status);

  it('are written together, and each by itself is accepted or refused', async () => {
    const ids = [await asked(rich), await asked(poor), await asked(rich), await asked(poor)];
    const works = [
      ...[await payment(rich, ids[0]!), await payment(poor, ids[1]!), await payment(rich, ids[2]!)],
      await changed(poor, ids[3]!, (request) => request.cancel(platform.clock.now())),
    ];
    const outcomes = await commit(works);
    expect(outcomes).toMatchObject([
      { value: { kind: 'committed', balanceMinor: 98_999n } },
      { value: { kind: 'insufficient-funds' } },
      { value: { kind: 'committed', balanceMinor: 97_998n } },
      { value: { kind: 'committed' } },
    ]);
    const written = await rows(ids);
    expect(written.map(({ status }) => status)).toEqual(['paid', 'pending', 'paid', 'cancelled']);
    expect(new Set([written[0], written[2], written[3]].map((row) => row!.xmin)).size).toBe(1);
  });

  /** What paying the request leaves behind under these locks, while the request has this status. */
  async function guarded(id: string, locks: string[], status: string): Promise<PendingWrites> {
    const handler = platform.inside('business', FulfillRequestHandler);
    const decision = await handler.execute(new FulfillRequest(rich.id, id));
    const unit = platform.inside('business', UnitOfWork);
    return workOf(() => {
      for (const lock of locks) unit.lock(lock);
      const query = 'SELECT 1 FROM payment_requests WHERE id = $1::bigint AND status = $2';
      unit.require('request_has_status', query, [id, status]);
      decision.apply();
    });
  }

  /** The daily limit of requests is per person. */
  async function askedByAnother(count: number): Promise<string[]> {
    const by = await platform.signUp();
    return all(count, () => asked(rich, by));
  }

  it('share a transaction under different locks, and follow one another where one lock is the same', async () => {
    const ids = await askedByAnother(3);
    const locks = [['lock a', 'common'], ['lock b'], ['lock c', 'common']];
    const works = await Promise.all(ids.map((id, i) => guarded(id, locks[i]!, 'pending')));
    expect(await commit(works)).toMatchObject(ids.map(() => ({ value: { kind: 'committed' } })));
    const [first, second, third] = (await rows(ids)).map(({ xmin }) => xmin);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('start over where their condition does not hold, and do not delay the rest', async () => {
    const ids = await askedByAnother(3);
    const states = ['pending', 'cancelled', 'pending'];
    const works = await Promise.all(ids.map((id, i) => guarded(id, [`lock of ${id}`], states[i]!)));
    const [first, second, third] = await commit(works);
    expect((second as PromiseRejectedResult).reason).toBeInstanceOf(StaleAggregate);
    expect([first!.status, third!.status]).toEqual(['fulfilled', 'fulfilled']);
    expect(await statuses(ids)).toEqual(['paid', 'pending', 'paid']);
  });

  it('wait for a lock of another process without delaying the rest', async () => {
    const ids = await askedByAnother(2);
    const held = await HeldLock.take(
      platform.config.env.DATABASE_URL,
      "SELECT pg_advisory_xact_lock(hashtextextended('held elsewhere', 0))",
    );
    const works = [
      await guarded(ids[0]!, ['held elsewhere'], 'pending'),
      await guarded(ids[1]!, ['free'], 'pending'),
    ];
    const waiting = committer.commit(works[0]!);
    expect(await committer.commit(works[1]!)).toMatchObject({ kind: 'committed' });
    expect(await statuses(ids)).toEqual(['pending', 'paid']);
    await held.release();
    expect(await waiting).toMatchObject({ kind: 'committed' });
    expect(await statuses(ids)).toEqual(['paid', 'paid']);
  });

  it('start over where their row has changed since, and do not delay the rest', async () => {
    const ids = [await asked(rich), await asked(rich)];
    const works = [await payment(rich, ids[0]!), await payment(rich, ids[0]!), await payment(rich, ids[1]!)];
    const [first, second, other] = await commit(works);
    expect([first!.status, other!.status]).toEqual(['fulfilled', 'fulfilled']);
    expect((second as PromiseRejectedResult).reason).toBeInstanceOf(StaleAggregate);
    expect(await statuses(ids)).toEqual(['paid', 'paid']);
  });

  it('wait alone for a locked row', async () => {
    const ids = await all(3, () => asked(rich));
    const works = [
      ...[await payment(rich, ids[0]!), await payment(rich, ids[1]!)],
      await payment(rich, ids[2]!),
    ];
    const row = await HeldLock.take(
      platform.config.env.DATABASE_URL,
      'SELECT 1 FROM payment_requests WHERE id = $1 FOR UPDATE',
      [ids[0]],
    );
    const [held, ...others] = works.map((work) => committer.commit(work));
    await Promise.all(others);
    const [waiting, ...written] = await rows(ids);
    expect([waiting!.status, ...written.map(({ status }) => status)]).toEqual(['pending', 'paid', 'paid']);
    expect(written[0]!.xmin).toBe(written[1]!.xmin);
    await row.release();
    expect(await held).toMatchObject({ kind: 'committed' });
    expect(await statuses(ids)).toEqual(['paid', 'paid', 'paid']);
  });

  it('wait alone for a locked balance, and do not delay the others', async () => {
    const ids = [await asked(rich), await asked(poor), await asked(poor)];
    const cancel = (request: PaymentRequest) => request.cancel(platform.clock.now());
    const works = [await payment(rich, ids[0]!), await changed(poor, ids[1]!, cancel)];
    const later = await changed(poor, ids[2]!, cancel);
    const balance = await HeldLock.take(
      platform.config.env.DATABASE_URL,
      'SELECT 1 FROM ledger.balances WHERE account_id IN (SELECT id FROM wallets WHERE owner_id = $1) FOR UPDATE',
      [rich.id],
    );
    const [held, other] = works.map((work) => committer.commit(work));
    expect([await other, await committer.commit(later)]).toMatchObject([
      { kind: 'committed' },
      { kind: 'committed' },
    ]);
    expect(await statuses(ids)).toEqual(['pending', 'cancelled', 'cancelled']);
    await balance.release();
    expect(await held).toMatchObject({ kind: 'committed' });
  });

  describe('units that only post and add rows of one table', () => {
    let saver: TestUser;
    beforeAll(async () => {
      saver = await platform.signUp();
      await platform.fund(saver, 'NGN', '50000.00');
      await platform.sql('UPDATE users SET kyc_level = 1 WHERE id = ANY ($1)', [[saver.id, poor.id]]);
      await setLiveNairaRate(platform, 'USD', '1000');
    });

    it('add the rows of those that are accepted', async () => {
      const works = [await withdrawal(poor), await withdrawal(saver), await withdrawal(saver)];
      expect(await commit(works)).toMatchObject([
        { value: { kind: 'insufficient-funds' } },
        { value: { kind: 'committed', balanceMinor: 4_798_000n } },
        { value: { kind: 'committed', balanceMinor: 4_596_000n } },
      ]);
      const written = await withdrawn(works);
      const { row } = written[0]!;
      expect(written).toEqual([
        { n: 1, row, posting: row },
        { n: 2, row, posting: row },
      ]);
    });

    it('are not spoilt by a row that the database refuses', async () => {
      const works = [await withdrawal(saver), await withdrawal(saver), await withdrawal(saver)];
      works[1]!.writes.splice(0, 1, ...works[0]!.writes);
      expect(await commit(works)).toMatchObject([
        { value: { kind: 'committed' } },
        { reason: { constraint: 'withdrawals_pkey' } },
        { value: { kind: 'committed' } },
      ]);
      expect((await withdrawn(works)).map(({ n }) => n)).toEqual([0, 2]);
    });

    it('learn their outcome where the response to the commit is lost', async () => {
      const proxy = await SeveringProxy.start(platform.config.env.DATABASE_URL);
      const pool = new Pool({ connectionString: proxy.url });
      pool.on('error', () => undefined);
      const works = [await withdrawal(saver), await withdrawal(saver)];
      const distant = new TransactionCommitter(pool, platform.clock);
      proxy.arm(1, 'after', 'commit_units');
      const outcomes = await Promise.all(works.map((work) => distant.commit(work)));
      expect(outcomes).toMatchObject([{ kind: 'committed' }, { kind: 'committed' }]);
      const [first, second] = await withdrawn(works);
      expect([first!.row, second!.row]).toEqual([first!.posting, first!.posting]);
      await proxy.close();
      await pool.end();
    });
  });

  describe('units over a connection that fails them', () => {
    let proxy: SeveringProxy;
    let pool: Pool;
    let distant: TransactionCommitter;
    beforeEach(async () => {
      proxy = await SeveringProxy.start(platform.config.env.DATABASE_URL);
      pool = new Pool({ connectionString: proxy.url });
      pool.on('error', () => undefined);
      distant = new TransactionCommitter(pool, platform.clock);
    });
    afterEach(async () => {
      await proxy.close();
      await pool.end();
    });

    const declined = async () => {
      const id = await asked(poor);
      const work = await changed(poor, id, (request) => request.decline('poor', platform.clock.now()));
      return { id, work };
    };

    it('learn their outcome after the commit', async () => {
      const requests = platform.inside('business', PaymentRequestRepository);
      const [paid, made] = [await asked(rich), await requests.nextId()];
      const [{ id, work }, paying] = [await declined(), await payment(rich, paid)];
      const given = { id: made, askerId: asker.id, askedId: rich.id, note: null };
      const making = workOf(() =>
        requests.add(
          PaymentRequest.make(given, Money.parseMajor('10', 'NGN')!, 'asker', platform.clock.now()),
        ),
      );
      proxy.arm(1, 'after', 'COMMIT');
      const outcomes = [paying, work, making].map((each) => distant.commit(each));
      expect(await Promise.all(outcomes)).toMatchObject([
        { kind: 'committed', balanceMinor: expect.any(BigInt) },
        { kind: 'committed' },
        { kind: 'committed' },
      ]);
      expect(await statuses([paid, id, made])).toEqual(['paid', 'declined', 'pending']);
    });

    it('learn their outcome after the commit, also where one was alone', async () => {
      const { id, work } = await declined();
      proxy.arm(1, 'after', 'COMMIT');
      expect(await distant.commit(work)).toMatchObject({ kind: 'committed' });
      const group = new GroupCommitter(pool, platform.clock);
      const payer = await platform.signUp();
      await platform.fund(payer, 'NGN', '15.00');
      proxy.arm(1, 'after', 'commit_units');
      expect(await group.commit(await transfer(payer))).toMatchObject({
        kind: 'committed',
        balanceMinor: 499n,
      });
      expect(await statuses([id])).toEqual(['declined']);
    });

    it('learn their outcome after the commit, also where the money they moved is now missing', async () => {
      const payer = await platform.signUp();
      await platform.fund(payer, 'NGN', '15.00');
      const group = new GroupCommitter(pool, platform.clock);
      const works = [await transfer(payer), await transfer(rich)];
      proxy.arm(1, 'after', 'commit_units');
      expect(await Promise.all(works.map((work) => group.commit(work)))).toMatchObject([
        { kind: 'committed', balanceMinor: 499n },
        { kind: 'committed' },
      ]);
    });

    it('do not delay later ones while they wait alone', async () => {
      const [faulty, silent, later] = [await asked(rich), await declined(), await declined()];
      const paidByNothing = await changed(rich, faulty, (request) => (request.status = 'paid'));
      proxy.arm(1, 'silence', 'COMMIT');
      const [refused, lost] = [distant.commit(paidByNothing), distant.commit(silent.work)];
      await expect(refused).rejects.toMatchObject({ constraint: 'payment_requests_closed' });
      await eventually(() => Promise.resolve(proxy.turns === 1));
      proxy.disarm();
      expect(await distant.commit(later.work)).toMatchObject({ kind: 'committed' });
      expect(await statuses([silent.id, later.id])).toEqual(['pending', 'declined']);
      await Promise.all([expect(lost).rejects.toThrow(), proxy.close()]);
    });
  });

  it('share no transaction in test mode with those that move money, which share theirs', async () => {
    const ids = await all(3, () => asked(rich));
    const works = [await payment(rich, ids[0]!), await payment(rich, ids[1]!)];
    const ofTestMode = await changed(rich, ids[2]!, (request) => request.cancel(platform.clock.now()));
    const data = { sessionId: 'cs_test_1', orderRef: null, amount: Money.zero('NGN') };
    const event = new CheckoutSessionExpired(newId(), rich.id, 'test', data);
    ofTestMode.events.push({ id: newId(), event });
    await commit([works[0]!, ofTestMode, works[1]!]);
    const [first, second, third] = await rows(ids);
    expect([first!.status, second!.status, third!.status]).toEqual(['paid', 'paid', 'cancelled']);
    expect([second!.xmin, third!.xmin]).toEqual([first!.xmin, expect.not.stringMatching(first!.xmin)]);
  });

  it('are not spoilt by one that the database refuses', async () => {
    const ids = await all(3, () => asked(rich));
    const paidByNothing = (request: PaymentRequest) => (request.status = 'paid');
    const works = [
      ...[await payment(rich, ids[0]!), await changed(rich, ids[1]!, paidByNothing)],
      await payment(rich, ids[2]!),
    ];
    expect(await commit(works)).toMatchObject([
      { value: { kind: 'committed' } },
      { reason: { constraint: 'payment_requests_closed' } },
      { value: { kind: 'committed' } },
    ]);
    expect(await statuses(ids)).toEqual(['paid', 'pending', 'paid']);
  });

  it('write an aggregate in that order if they add it and change it at once', async () => {
    const requests = platform.inside('business', PaymentRequestRepository);
    const given = { id: await requests.nextId(), askerId: asker.id, askedId: rich.id, note: null };
    const work = workOf(() => {
      const request = PaymentRequest.make(
        given,
        Money.parseMajor('10', 'NGN')!,
        'asker',
        platform.clock.now(),
      );
      requests.add(request);
      request.cancel(platform.clock.now());
      requests.save(request);
    });
    expect(await committer.commit(work)).toMatchObject({ kind: 'committed' });
    expect(await statuses([given.id])).toEqual(['cancelled']);
  });

  it('do not count as committed because others have booked under an id they bring as well', async () => {
    const [first, second] = [await transfer(rich), await transfer(rich)];
    second.journals.splice(0, 1, ...first.journals);
    const pool = new Pool({ connectionString: platform.config.env.DATABASE_URL });
    await platform.inside('business', GroupCommitter).commit(first);
    expect(await findLostCommit(first, pool)).toMatchObject({ kind: 'committed' });
    expect(await findLostCommit(second, pool)).toBeNull();
    await pool.end();
  });

  it('are answered once with one key: the second has the first answer, and its own row is left alone', async () => {
    const ids = [await asked(rich), await asked(rich)];
    const works = [await payment(rich, ids[0]!), await payment(rich, ids[1]!)];
    const record = { principalId: rich.id, key: newId(), operation: 'pay', fingerprint: Buffer.from('same') };
    for (const work of works)
      Object.assign(work, { idempotency: record, answer: { status: 200, body: '{"success":true}' } });
    expect(await commit(works)).toMatchObject([
      { value: { kind: 'committed' } },
      { value: { kind: 'replayed', answer: { status: 200, body: '{"success":true}' } } },
    ]);
    expect(await statuses(ids)).toEqual(['paid', 'pending']);
  });
});
