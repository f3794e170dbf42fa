import { Money } from '@app/kernel';
import { LedgerVerificationService } from '@app/ledger';
import { RunningProofService } from '../../../libs/ledger/src/proofs/running-proof.service';
import { eventually } from '../../support/eventually';
import { outcomeOf } from '../../support/http-client';
import type { TestStaff, TestUser } from '../../support/people';
import { accepted } from '../../support/payout-provider';
import { setLiveNairaRate } from '../../support/rates';
import { BY_HAND } from '../../support/withdrawals';
import { WithdrawalsDesk } from './withdrawals-desk';

const FAILED = { reason: 'No such number' };

describe('Finance and withdrawals', () => {
  let desk: WithdrawalsDesk;
  let user: TestUser;
  let finance: TestStaff;

  beforeAll(async () => {
    desk = await WithdrawalsDesk.open({ env: { RATE_LIMITS: 'false' } });
    desk.platform.clock.freeze();
  });
  beforeEach(async () => {
    [user, finance] = [await desk.person(), await desk.platform.staff('finance')];
    desk.provider.onSend = accepted;
    desk.provider.isSilent = false;
    desk.provider.isConfigured = true;
  });
  afterAll(() => desk.platform.proveAndStop());

  const byHand = async () => {
    const uuid = await desk.initiated(user, BY_HAND);
    await desk.send();
    expect(await desk.standing(uuid)).toBe('processing/manual');
    return uuid;
  };
  const sent = async () => {
    const uuid = await desk.initiated(user);
    await desk.send();
    return uuid;
  };
  const completed = async () => {
    const uuid = await sent();
    desk.provider.becomes(uuid, 'delivered');
    await desk.pass({ minutes: 2 });
    expect(await desk.standing(uuid)).toBe('completed/ended');
    return uuid;
  };
  const listed = async (uuid: string, query = '') => {
    const path = `admin.php?section=payouts&action=list&per_page=100${query}`;
    const { body } = await desk.platform.get('business', path, { token: finance.token });
    return (body.data.data as { uuid: string }[]).find((row) => row.uuid === uuid);
  };
  const eventsOf = async (uuid: string, type: string) => {
    const rows = await desk.platform.sql('SELECT 1 FROM outbox WHERE type = $1 AND aggregateid = $2', [
      ...[type, uuid],
    ]);
    return rows.length;
  };

  it('completes mobile money under a reference that serves once', async () => {
    const [first, second] = [await byHand(), await byHand()];
    const paid = { reference: `MP-${first}`, note: 'Paid in the portal' };
    const done = await desk.decide(finance, 'complete', { uuid: first, ...paid });
    expect([outcomeOf(done), done.body]).toMatchObject(['200 OK', { status: 'completed', stage: 'ended' }]);
    expect(outcomeOf(await desk.decide(finance, 'complete', { uuid: second, ...paid }))).toBe('409 CONFLICT');
    const again = await desk.decide(finance, 'complete', { uuid: first, ...paid });
    expect([outcomeOf(again), again.body.message]).toEqual([
      '409 INVALID_STATE',
      'This withdrawal has ended already: it is completed.',
    ]);
    expect(await desk.balanceOf(user)).toBe('978.00');
  });

  it('shows the account of a withdrawal to finance alone, until it has ended', async () => {
    const uuid = await byHand();
    const reveal = (staff: { token: string }, more: object = {}) =>
      desk.decide(staff as TestStaff, 'reveal', { uuid, reason: 'To pay it by hand', ...more });
    const shown = await reveal(finance);
    expect([outcomeOf(shown), shown.body.destination]).toMatchObject([
      '200 OK',
      { type: 'mobile_money', phone: '+254712345678', network: 'MPESA', account_number: null },
    ]);
    expect(shown.headers.get('cache-control')).toBe('no-store');
    const [entry] = await desk.platform.sql(
      `SELECT after, reason FROM audit_log WHERE action = 'payouts.reveal' AND subject = $1`,
      [uuid],
    );
    expect(entry).toEqual({
      after: { people: [user.id], method: 'mobile_money' },
      reason: 'To pay it by hand',
    });
    expect(outcomeOf(await reveal(finance, { uuid: user.id }))).toBe('404 NOT_FOUND');
    expect(outcomeOf(await reveal(finance, { reason: '' }))).toBe('400 VALIDATION_ERROR');
    expect(outcomeOf(await reveal(await desk.platform.staff('support')))).toBe('403 FORBIDDEN');
    await desk.decide(finance, 'fail', { uuid, ...FAILED });
    expect(outcomeOf(await reveal(finance))).toBe('409 INVALID_STATE');
  });

  it('finds withdrawals by their id, their owner and the reference under which they were completed', async () => {
    const [first, second] = [await byHand(), await byHand()];
    const reference = `MP-${first}`;
    await desk.decide(finance, 'complete', { uuid: first, reference, note: 'Paid in the portal' });
    const found = async (q: string, more = '') => {
      const path = `admin.php?section=payouts&action=list&q=${q}${more}`;
      const { body } = await desk.platform.get('business', path, { token: finance.token });
      return (body.data.data as { uuid: string }[]).map(({ uuid }) => uuid);
    };
    expect(await found(first)).toEqual([first]);
    expect(await found(first.toUpperCase())).toEqual([first]);
    expect(await found(reference)).toEqual([first]);
    expect((await found(user.id)).toSorted()).toEqual([first, second].toSorted());
    expect(await found(user.id, '&status=processing')).toEqual([second]);
    expect(await found('MP-0')).toEqual([]);
  });

  it('fails what was never sent and returns amount and fee, once for decisions at once', async () => {
    const uuid = await byHand();
    const answers = await Promise.all([1, 2, 3].map(() => desk.decide(finance, 'fail', { uuid, ...FAILED })));
    expect(answers.map(outcomeOf).toSorted()).toEqual(['200 OK', '409 INVALID_STATE', '409 INVALID_STATE']);
    expect([await desk.balanceOf(user), await desk.usedTodayUsd(user)]).toEqual(['1000.00', 0]);
  });

  it('asks the provider before a withdrawal fails', async () => {
    const uuid = await sent();
    const fail = (more: object = {}) => desk.decide(finance, 'fail', { uuid, ...FAILED, ...more });
    expect(outcomeOf(await fail({ not_delivered: true }))).toBe('409 INVALID_STATE');
    desk.provider.isSilent = true;
    expect(outcomeOf(await fail())).toBe('409 INVALID_STATE');
    expect(outcomeOf(await fail({ not_delivered: true }))).toBe('200 OK');
    expect([await desk.standing(uuid), await desk.balanceOf(user)]).toEqual(['failed/ended', '1000.00']);
  });

  it('completes what the provider has delivered meanwhile instead of failing it', async () => {
    const uuid = await sent();
    desk.provider.becomes(uuid, 'delivered');
    const answer = await desk.decide(finance, 'fail', { uuid, ...FAILED, not_delivered: true });
    expect([outcomeOf(answer), await desk.standing(uuid)]).toEqual(['409 INVALID_STATE', 'completed/ended']);
  });

  it('asks about one that has stopped too, and lets no answer of before count', async () => {
    const stopped = async () => {
      const uuid = await sent();
      desk.provider.becomes(uuid, 'unknown');
      await desk.pass({ minutes: 2 });
      expect(await desk.standing(uuid)).toBe('processing/stopped');
      return uuid;
    };
    const fail = (uuid: string) => desk.decide(finance, 'fail', { uuid, ...FAILED, not_delivered: true });
    const delivered = await stopped();
    desk.provider.becomes(delivered, 'delivered');
    expect([outcomeOf(await fail(delivered)), await desk.standing(delivered)]).toEqual([
      '409 INVALID_STATE',
      'completed/ended',
    ]);
    expect(outcomeOf(await fail(await stopped()))).toBe('200 OK');

    const rich = await desk.person('30000.00', 'USD', 2);
    const large = await desk.initiated(rich, { amount: 20_000 });
    await desk.send();
    desk.provider.isSilent = true;
    const held = await desk.decide(finance, 'fail', { uuid: large, ...FAILED, not_delivered: true });
    expect(held.status).toBe(202);
    desk.platform.clock.advance({ minutes: 20 });
    const second = await desk.platform.staff('finance');
    const approvals = 'admin.php?section=approvals&action=';
    const id = held.body.approval_id as string;
    const shown = await desk.platform.get('business', `${approvals}show&approval_id=${id}`, {
      token: second.token,
    });
    const { digest, refusal } = shown.body as { digest: string | null; refusal: object };
    expect([digest, JSON.stringify(refusal), await desk.standing(large)]).toEqual([
      null,
      expect.stringContaining('INVALID_STATE'),
      'processing/sent',
    ]);
  });

  it('cancels at the provider what the recipient has not claimed', async () => {
    const uuid = await sent();
    desk.provider.becomes(uuid, 'unclaimed');
    const answer = await desk.decide(finance, 'fail', { uuid, ...FAILED });
    expect([outcomeOf(answer), answer.body.stage]).toEqual(['200 OK', 'cancelling']);
    await desk.send();
    expect([await desk.row(uuid), desk.provider.cancelled]).toMatchObject([
      { status: 'failed', reason: FAILED.reason },
      ['p-1'],
    ]);
    expect(await desk.balanceOf(user)).toBe('1000.00');
  });

  it('holds what is not sent yet while its owner is frozen, and sends it afterwards', async () => {
    const freeze = (frozen: boolean) =>
      desk.platform.sql('UPDATE users SET frozen_at = $2, version = version + 1 WHERE id = $1', [
        user.id,
        frozen ? desk.platform.clock.now() : null,
      ]);
    const [manual, onTheWay] = [await byHand(), await sent()];
    const [kept, ended] = [await desk.initiated(user), await desk.initiated(user, BY_HAND)];
    await freeze(true);
    await desk.send();
    for (const uuid of [kept, ended])
      expect(await desk.row(uuid)).toMatchObject({
        stage: 'held',
        sendings: 0,
        reason: 'The account is frozen',
      });
    for (const uuid of [manual, kept]) expect(await listed(uuid)).toMatchObject({ owner_frozen: true });
    // What the provider has goes on.
    desk.provider.becomes(onTheWay, 'delivered');
    await desk.pass({ minutes: 2 });
    expect(await desk.standing(onTheWay)).toBe('completed/ended');
    expect(outcomeOf(await desk.decide(finance, 'recheck', { uuid: kept }))).toBe('200 OK');
    await desk.send();
    expect(await desk.standing(kept)).toBe('processing/held');
    expect(outcomeOf(await desk.decide(finance, 'fail', { uuid: ended, ...FAILED }))).toBe('200 OK');
    expect(await desk.balanceOf(user)).toBe('787.00');

    await freeze(false);
    await desk.pass({ minutes: 10 });
    expect(await desk.row(kept)).toMatchObject({ stage: 'sent', sendings: 1, reason: null });
    expect(await listed(manual)).toMatchObject({ owner_frozen: false });
    const [row] = await desk.platform.sql('SELECT rate_accepted FROM withdrawals WHERE id = $1', [kept]);
    expect(row).toEqual({ rate_accepted: false });
  });

  it('rechecks what has stopped, and sends what waited for an exchange rate', async () => {
    const stopped = await sent();
    desk.provider.becomes(stopped, 'unknown');
    await desk.pass({ minutes: 2 });
    expect(await desk.standing(stopped)).toBe('processing/stopped');
    desk.provider.becomes(stopped, 'delivered');
    expect(outcomeOf(await desk.decide(finance, 'recheck', { uuid: stopped }))).toBe('200 OK');
    await desk.send();
    expect(await desk.standing(stopped)).toBe('completed/ended');

    const shiftRates = (hours: number) =>
      desk.platform.sql(
        `UPDATE fx_rates SET as_of = as_of + make_interval(hours => $1),
                             valid_until = valid_until + make_interval(hours => $1) WHERE quote = 'KES'`,
        [hours],
      );
    await shiftRates(-30);
    const held = await desk.initiated(user, BY_HAND);
    await desk.send();
    expect(await desk.standing(held)).toBe('processing/held');
    const recheck = () => desk.decide(finance, 'recheck', { uuid: held });
    const done = { uuid: held, reference: held, note: 'Paid' };
    expect(outcomeOf(await recheck())).toBe('400 FX_RATE_UNAVAILABLE');
    expect(outcomeOf(await desk.decide(finance, 'complete', done))).toBe('409 INVALID_STATE');
    await shiftRates(30);
    expect(outcomeOf(await recheck())).toBe('200 OK');
    await desk.send();
    expect(await desk.standing(held)).toBe('processing/manual');
    expect(outcomeOf(await desk.decide(finance, 'complete', done))).toBe('200 OK');
  });

  it('settles none of their own, and holds large ones for a second person', async () => {
    await desk.platform.sql('UPDATE users SET kyc_level = 2 WHERE id = $1', [finance.id]);
    const uuid = await byHand();
    await desk.platform.sql('UPDATE withdrawals SET owner_id = $2 WHERE id = $1', [uuid, finance.id]);
    const paid = { uuid, reference: uuid, note: 'Paid' };
    for (const [action, body] of [
      ['complete', paid],
      ['fail', { uuid, ...FAILED }],
      ['recheck', { uuid }],
    ] as const)
      expect(outcomeOf(await desk.decide(finance, action, body))).toBe('403 FORBIDDEN');
    await desk.platform.sql('UPDATE withdrawals SET owner_id = $2 WHERE id = $1', [uuid, user.id]);
    const rich = await desk.person('20000.00', 'USD', 2);
    const large = await desk.initiated(rich, { ...BY_HAND, amount: 15000 });
    await desk.send();
    const held = await desk.decide(finance, 'complete', { uuid: large, reference: large, note: 'Paid' });
    expect([held.status, await desk.standing(large)]).toEqual([202, 'processing/manual']);
  });

  it('lists those without an end, and is alerted once of those that are late', async () => {
    const uuid = await byHand();
    expect([
      await listed(uuid),
      await listed(uuid, '&method=bank'),
      await listed(uuid, '&status=failed'),
    ]).toEqual([expect.objectContaining({ stage: 'manual' }), undefined, undefined]);
    desk.platform.clock.advance({ hours: 25 });
    expect(await desk.alertOfLate()).toBeGreaterThan(0);
    expect(await desk.alertOfLate()).toBe(0);
  });

  it('is alerted of a provider that cannot be sent to, of each cause once a day', async () => {
    const alerts = async () => {
      const rows = await desk.platform.sql<{ cause: string }>(
        `SELECT payload->>'cause' AS cause FROM outbox WHERE type = 'payout.provider-paused' ORDER BY id`,
      );
      return rows.map(({ cause }) => cause);
    };
    const known = (await alerts()).length;
    const refuse = async (cause: 'insufficient_float' | 'credentials_refused' | 'rate_limited') => {
      desk.provider.onSend = () => ({ result: 'not_now', cause, until: null, reason: 'No' });
      await desk.pass({ minutes: 11 });
      return (await alerts()).slice(known);
    };
    const uuid = await desk.initiated(user);
    expect(await refuse('rate_limited')).toEqual([]);
    expect(await refuse('insufficient_float')).toEqual(['insufficient_float']);
    expect(await refuse('insufficient_float')).toHaveLength(1);
    expect(await refuse('credentials_refused')).toEqual(['insufficient_float', 'credentials_refused']);
    desk.platform.clock.advance({ hours: 24 });
    expect(await refuse('credentials_refused')).toHaveLength(3);
    await eventually(
      async () =>
        (
          await desk.platform.sql(
            `SELECT 1 FROM notifications WHERE owner_id = $1 AND type = 'payout.provider-paused'`,
            [finance.id],
          )
        ).length === 3,
    );
    desk.provider.onSend = accepted;
    await desk.pass({ minutes: 11 });
    expect(await desk.standing(uuid)).toBe('processing/sent');
  });

  it('shows an owner the 50 most recent withdrawals, the newest first', async () => {
    desk.provider.onSend = () => ({ result: 'refused', reason: 'No' });
    const uuids = [];
    for (let i = 0; i < 51; i++) {
      uuids.push(await desk.initiated(user, { amount: 1 }));
      desk.platform.clock.advance({ ms: 1 });
    }
    await desk.send();
    const history = await desk.history(user);
    expect(history.map(({ uuid }) => uuid)).toEqual(uuids.slice(1).reverse());
  });

  it('books money for a float once, and compares it with the balance of the provider', async () => {
    finance = await desk.platform.staff('finance');
    const funded = { method: 'extwallet', amount: 500, currency: 'USD', reference: 'TT-1', reason: 'Float' };
    expect(outcomeOf(await desk.decide(finance, 'fund-float', funded))).toBe('200 OK');
    expect(outcomeOf(await desk.decide(finance, 'fund-float', funded))).toBe('409 CONFLICT');
    const { 'extwallet-payout-float USD': float } = await desk.books();
    desk.provider.float = new Money(-BigInt(float!), 'USD');
    const before = await desk.compareFloats();
    desk.provider.float = new Money(-BigInt(float!) + 1n, 'USD');
    expect(await desk.compareFloats()).toBe(1);
    expect(before).toBeLessThanOrEqual(1);
    const { body } = await desk.platform.get('business', 'admin.php?section=payouts&action=floats', {
      token: finance.token,
    });
    expect(body.data).toContainEqual(expect.objectContaining({ method: 'extwallet', difference: 0.01 }));
  });

  it('has returns looked at that the provider does not confirm, after asking for a week', async () => {
    const uuid = await completed();
    desk.provider.becomes(uuid, 'returned');
    await desk.pass({ days: 1 });
    desk.provider.isSilent = true;
    const questions = () => desk.provider.asked.filter((reference) => reference === uuid).length;
    const before = questions();
    for (let hour = 0; hour < 9 * 24; hour++) await desk.pass({ hours: 1 });
    expect([questions() - before, await desk.balanceOf(user)]).toEqual([7, '899.00']);
    expect(await eventsOf(uuid, 'payout.stopped')).toBe(1);

    finance = await desk.platform.staff('finance');
    expect(await listed(uuid)).toMatchObject({
      status: 'completed',
      returned_at: expect.any(String),
      return_credited_at: null,
    });
    desk.provider.isSilent = false;
    expect(outcomeOf(await desk.decide(finance, 'recheck', { uuid }))).toBe('200 OK');
    await desk.send();
    expect([await desk.standing(uuid), await desk.balanceOf(user)]).toEqual(['completed/ended', '999.00']);
    expect(outcomeOf(await desk.decide(finance, 'recheck', { uuid }))).toBe('409 INVALID_STATE');
  });

  it('withdraws a return after two answers that it was delivered, and credits a later one', async () => {
    const returns = async () => Number((await desk.books())['payout-returns USD'] ?? 0);
    const [uuid, before] = [await completed(), await returns()];
    desk.provider.becomes(uuid, 'returned');
    await desk.pass({ days: 1 });
    expect(await returns()).toBe(before + 10_000);
    desk.provider.becomes(uuid, 'delivered');
    await desk.pass({ hours: 1 });
    finance = await desk.platform.staff('finance');
    expect([await returns(), await listed(uuid)]).toEqual([
      before + 10_000,
      expect.objectContaining({ last_answer: 'delivered' }),
    ]);
    await desk.pass({ hours: 1 });
    finance = await desk.platform.staff('finance');
    expect([await returns(), await listed(uuid)]).toEqual([before, undefined]);
    expect(await eventsOf(uuid, 'payout.return-withdrawn')).toBe(1);
    expect(outcomeOf(await desk.decide(finance, 'recheck', { uuid }))).toBe('409 INVALID_STATE');

    desk.provider.becomes(uuid, 'returned');
    await desk.pass({ days: 6 });
    expect([await returns(), await desk.balanceOf(user)]).toEqual([before + 10_000, '899.00']);
    await desk.pass({ hours: 1 });
    expect([await returns(), await desk.balanceOf(user)]).toEqual([before, '999.00']);
  });

  it('books as a loss what is delivered after its return was credited, once', async () => {
    const losses = async () => Number((await desk.books())['payout-losses USD'] ?? 0);
    const [uuid, before] = [await completed(), await losses()];
    desk.provider.becomes(uuid, 'returned');
    await desk.pass({ days: 1 });
    await desk.pass({ hours: 1 });
    expect([await desk.balanceOf(user), await losses()]).toEqual(['999.00', before]);
    desk.provider.becomes(uuid, 'delivered');
    await desk.pass({ days: 6 });
    expect([await desk.standing(uuid), await losses()]).toEqual(['completed/ended', before - 10_000]);
    await desk.pass({ days: 30 });
    expect([await desk.balanceOf(user), await losses()]).toEqual(['999.00', before - 10_000]);
  });

  it('leaves to finance what a provider has that is not configured any more', async () => {
    const [lost, kept, ended] = [await sent(), await sent(), await completed()];
    desk.provider.onSend = () => ({
      ...({ result: 'not_now', cause: 'insufficient_float' } as const),
      until: null,
      reason: 'No money',
    });
    const unsent = await desk.initiated(user);
    await desk.send();
    desk.provider.isConfigured = false;
    await desk.pass({ minutes: 11 });
    expect(await desk.standing(unsent)).toBe('processing/manual');
    finance = await desk.platform.staff('finance');
    expect(await listed(lost)).toMatchObject({
      stage: 'stopped',
      reason: 'The provider that has it is not configured',
      last_answer: 'unanswered',
    });
    expect(await eventsOf(lost, 'payout.stopped')).toBe(1);
    await desk.pass({ days: 40 });
    expect([await desk.standing(lost), await desk.standing(ended)]).toEqual([
      'processing/stopped',
      'completed/ended',
    ]);
    finance = await desk.platform.staff('finance');
    const fail = (more: object = {}) => desk.decide(finance, 'fail', { uuid: lost, ...FAILED, ...more });
    expect(outcomeOf(await fail())).toBe('409 INVALID_STATE');
    expect(outcomeOf(await fail({ not_delivered: true }))).toBe('200 OK');
    expect(await desk.standing(lost)).toBe('failed/ended');

    desk.provider.isConfigured = true;
    desk.provider.becomes(kept, 'delivered');
    expect(outcomeOf(await desk.decide(finance, 'recheck', { uuid: kept }))).toBe('200 OK');
    await desk.send();
    expect(await desk.standing(kept)).toBe('completed/ended');
  });

  describe('the verification of the ledger finds', () => {
    const TOOK = 'each withdrawal took its amount and fee from its wallet';
    const ENDED = 'a withdrawal has ended if and only if its end is booked, once';
    const DAY = 'the outgoing money of a day is that of its withdrawals that did not fail';
    const OWED = 'what is owed for withdrawals equals those without an end';
    const TABLES = ['withdrawals', 'ledger.outgoing_days'];
    const KEPT = TABLES.map((table) => `kept_${table.replace('ledger.', '')}`);
    const ids: Record<'open' | 'done' | 'failed' | 'back', string> = {
      open: '',
      done: '',
      failed: '',
      back: '',
    };

    const changed = async (sql: string) => {
      const { platform } = desk;
      await platform.sql(
        `SET session_replication_role = replica; ${sql}; SET session_replication_role = origin`,
      );
      const { faults } = await platform.inside('scheduler', LedgerVerificationService).verify();
      const running = new Set<string>();
      await platform
        .inside('scheduler', RunningProofService)
        .runSteps(({ check }) => void running.add(check));
      const restored = TABLES.map(
        (table, i) => `DELETE FROM ${table}; INSERT INTO ${table} SELECT * FROM ${KEPT[i]}`,
      );
      await platform.sql(
        `SET session_replication_role = replica; ${restored.join('; ')}; SET session_replication_role = origin`,
      );
      return [[...new Set(faults.map(({ check }) => check))].sort(), [...running].sort()];
    };

    const prepare = async () => {
      if (ids.open !== '') return;
      ids.back = await completed();
      desk.provider.becomes(ids.back, 'returned');
      await desk.pass({ days: 1 });
      user = await desk.person();
      await setLiveNairaRate(desk.platform, 'USD', '1500');
      [ids.open, ids.done] = [await byHand(), await completed()];
      ids.failed = await byHand();
      finance = await desk.platform.staff('finance');
      expect((await desk.decide(finance, 'fail', { uuid: ids.failed, ...FAILED })).status).toBe(200);
      await desk.platform.sealJournals();
      for (const [i, table] of TABLES.entries())
        await desk.platform.sql(`CREATE TABLE ${KEPT[i]} AS TABLE ${table}`);
      expect(await changed('SELECT 1')).toEqual([[], []]);
    };
    beforeEach(prepare);

    it.each<[string, keyof typeof ids, string, string[]]>([
      ['an amount that was not taken', 'open', 'SET amount_minor = amount_minor + 1', [TOOK]],
      ['a fee that was not taken', 'open', 'SET fee_minor = fee_minor + 1', [TOOK, OWED]],
      ['a debt that is not booked', 'open', 'SET payout_minor = payout_minor + 1', [OWED]],
      [
        'an end that is not booked',
        'open',
        `SET status = 'completed', stage = 'ended', processed_at = now()`,
        [ENDED, OWED],
      ],
      [
        'a booked end of one that is open',
        'done',
        `SET status = 'processing', stage = 'sent', processed_at = NULL`,
        [ENDED, OWED],
      ],
      ['another end than the booked one', 'done', `SET status = 'failed'`, [ENDED, DAY]],
      ['a failed one that counts', 'failed', `SET status = 'completed'`, [ENDED, DAY]],
      ['an amount that is not counted', 'done', 'SET limit_cents = limit_cents + 1', [DAY]],
      ['a return that is not booked', 'done', 'SET returned_at = now(), returns = 1', [OWED]],
      ['a booked return that is not open', 'back', 'SET return_credited_at = now()', [OWED]],
    ])('%s', async (_, which, change, expected) => {
      const sql = `UPDATE withdrawals ${change} WHERE id = '${ids[which]}'`;
      expect(await changed(sql)).toEqual([expected.toSorted(), expected.toSorted()]);
    });

    it('a withdrawal less, and a daily count that its withdrawals do not come to', async () => {
      const less = [TOOK, DAY, OWED].sort();
      expect(await changed(`DELETE FROM withdrawals WHERE id = '${ids.open}'`)).toEqual([less, less]);
      const count = `UPDATE ledger.outgoing_days SET used_minor = used_minor - 1
                      WHERE owner_id = (SELECT owner_id FROM withdrawals WHERE id = '${ids.open}')`;
      expect(await changed(count)).toEqual([[DAY], [DAY]]);
    });
  });
});
