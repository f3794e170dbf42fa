import { PurgeUnheldActions } from '@app/backoffice';
import { outcomeOf } from '../../support/http-client';
import type { TestStaff } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { setLiveNairaRate } from '../../support/rates';
import { ApprovalsDesk } from './approvals-desk';

let platform: Platform;
let desk: ApprovalsDesk;
let maker: TestStaff;
let approver: TestStaff;

beforeAll(async () => {
  platform = await startPlatform({ apps: ['business', 'scheduler'], env: { RATE_LIMITS: 'false' } });
  desk = new ApprovalsDesk(platform);
  [maker, approver] = [await platform.staff('finance'), await platform.staff('finance')];
  await setLiveNairaRate(platform, 'USD', '1500');
});

afterAll(() => platform?.proveAndStop());

const balance = (user: { token: string }) => platform.balanceOf(user);

describe('a large reversal', () => {
  it('waits for a second person, and is carried out with both audit entries when they approve it', async () => {
    const { user, journal } = await desk.funded('20000000.00');
    const options = { headers: { 'x-request-id': 'asked-for-it', 'x-forwarded-for': '10.1.2.3' } };
    const made = await desk.reverse(maker, journal, options);
    const { approval_id: id } = made.body;
    expect([made.status, made.body]).toEqual([
      202,
      {
        success: true,
        approval_id: expect.any(String),
        status: 'awaiting_approval',
        action: 'ledger.reverse',
        expires_at: expect.any(String),
      },
    ]);
    expect(await balance(user)).toBe('20000000.00');
    expect(await desk.entries(journal)).toEqual([]);

    const shown = await desk.show(approver, id);
    expect(shown.body).toMatchObject({
      approval_id: id,
      action: 'ledger.reverse',
      body: { transaction_id: journal, reason: 'Sent by mistake' },
      status: 'awaiting_approval',
      maker: { id: maker.id, name: 'Staff finance' },
      decided_by: null,
      may_decide: true,
      result: { transaction_id: journal, amount: 20_000_000, currency: 'NGN', new_balance: 0 },
    });
    expect(shown.body.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(await balance(user)).toBe('20000000.00');

    const approved = await desk.approve(approver, id, shown.body.digest);
    expect([approved.status, approved.body]).toMatchObject([
      200,
      { approval_id: id, status: 'executed', result: { status: 'reversed', new_balance: 0 } },
    ]);
    expect(await balance(user)).toBe('0.00');
    expect(await desk.entries(journal)).toMatchObject([
      {
        staff_id: maker.id,
        action: 'ledger.reverse',
        reason: 'Sent by mistake',
        request_id: 'asked-for-it',
        after: { approval_id: id, status: 'reversed' },
      },
    ]);
    expect(await desk.entries(id)).toMatchObject([
      { staff_id: maker.id, action: 'approvals.hold', reason: 'Sent by mistake' },
      {
        staff_id: approver.id,
        action: 'approvals.approve',
        after: { maker_id: maker.id, status: 'executed' },
      },
    ]);
    expect(outcomeOf(await desk.approve(approver, id, shown.body.digest))).toBe('409 INVALID_STATE');
  });

  it('says in a dry run that it would be held, and keeps nothing', async () => {
    const { user, journal } = await desk.funded('20000000.00');
    const dry = await desk.reverse(maker, journal, { headers: { 'x-dry-run': 'true' } });
    expect([dry.status, dry.body]).toMatchObject([
      202,
      {
        dry_run: true,
        status: 'awaiting_approval',
        approval_id: null,
        result: { transaction_id: journal, status: 'reversed', new_balance: 0 },
      },
    ]);
    expect(
      await platform.sql('SELECT 1 FROM held_actions WHERE body @> $1', [{ transaction_id: journal }]),
    ).toEqual([]);
    expect(await balance(user)).toBe('20000000.00');
  });

  it('is held once for an idempotency key, and answers the same after it was carried out', async () => {
    const { journal } = await desk.funded('20000000.00');
    const options = { idempotencyKey: 'a large reversal'.replaceAll(' ', '-') };
    const [one, other] = await Promise.all([
      desk.reverse(maker, journal, options),
      desk.reverse(maker, journal, options),
    ]);
    expect([one.status, other.text]).toEqual([202, one.text]);
    const id = one.body.approval_id as string;
    const digest = await desk.digest(approver, id);
    const approved = await desk.approve(approver, id, digest, { idempotencyKey: 'an-approval' });
    expect(approved.status).toBe(200);
    const replayed = await desk.approve(approver, id, digest, { idempotencyKey: 'an-approval' });
    expect([replayed.text, replayed.headers.get('idempotency-replayed')]).toEqual([approved.text, 'true']);
    const again = await desk.reverse(maker, journal, options);
    expect([again.status, again.text]).toEqual([202, one.text]);
  });

  it('is refused at once where it would be refused without a second person', async () => {
    const clerk = await platform.staff('finance');
    await platform.fund(clerk, 'NGN', '20000000.00');
    const own = await desk.lastJournalOf(clerk);
    expect(outcomeOf(await desk.reverse(clerk, own))).toBe('403 FORBIDDEN');
    expect(outcomeOf(await desk.reverse(maker, '01939d2f-0000-7000-8000-000000000000'))).toBe(
      '404 NOT_FOUND',
    );
    const { id, journal } = await desk.held(maker);
    await desk.approve(approver, id, await desk.digest(approver, id));
    expect(outcomeOf(await desk.reverse(maker, journal))).toBe('409 INVALID_STATE');
    expect(
      await platform.sql(`SELECT 1 FROM held_actions WHERE body @> $1`, [{ transaction_id: own }]),
    ).toEqual([]);
  });
});

it('does not use up a key for a dry run that is refused', async () => {
  const { user, journal } = await desk.funded('100.00');
  const { user: other } = await desk.funded('1.00');
  const spend = { recipient: other.usertag, amount: 50, pin: user.pin };
  await platform.post('business', 'wallet.php?action=transfer', spend, { token: user.token });
  const options = { idempotencyKey: 'tried-out', headers: { 'x-dry-run': 'true' } };
  expect(outcomeOf(await desk.reverse(maker, journal, options))).toBe('400 INSUFFICIENT_FUNDS');
  await platform.fund(user, 'NGN', '100.00');
  expect((await desk.reverse(maker, journal, { idempotencyKey: 'tried-out' })).status).toBe(200);
  const replayed = await desk.reverse(maker, journal, options);
  expect([replayed.status, replayed.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
});

describe('the amount from which an action is held', () => {
  it.each([
    ['NGN', '15000000.00', 202],
    // Rounded up to the cent.
    ['NGN', '14999985.01', 202],
    ['NGN', '14999985.00', 200],
    ['USD', '10000.00', 202],
    ['USD', '9999.99', 200],
    ['GBP', '7605.00', 202],
    ['GBP', '7604.99', 200],
    ['KES', '0.01', 200],
  ] as const)('counts %s %s at the live rate: %i', async (currency, amount, status) => {
    const { journal } = await desk.funded(amount, currency);
    expect((await desk.reverse(await platform.staff('finance'), journal)).status).toBe(status);
  });

  it('holds everything while there is no current rate', async () => {
    const { journal } = await desk.funded('1.00');
    await platform.sql(`UPDATE fx_rates SET as_of = as_of - interval '3 hours' WHERE quote = 'NGN'`);
    expect((await desk.reverse(maker, journal)).status).toBe(202);
    await setLiveNairaRate(platform, 'USD', '1500');
    expect((await desk.reverse(maker, journal)).status).toBe(200);
  });

  it('is every amount where FOUR_EYES_USD is 1', async () => {
    const { journal } = await desk.funded('0.01');
    platform.config.env.FOUR_EYES_USD = 1;
    const { status } = await desk.reverse(maker, journal);
    platform.config.env.FOUR_EYES_USD = 10_000;
    expect(status).toBe(202);
  });
});

describe('like actions of one member of staff', () => {
  const reversed = async (staff: TestStaff, amount: string, options = {}) => {
    const { journal } = await desk.funded(amount, 'USD');
    return desk.reverse(staff, journal, options);
  };

  it('count together for 24 hours, also in other currencies, and not with those of a colleague', async () => {
    const [clerk, colleague] = [await platform.staff('finance'), await platform.staff('finance')];
    expect((await reversed(clerk, '9999.00')).status).toBe(200);
    const dry = await reversed(clerk, '9999.00', { headers: { 'x-dry-run': 'true' } });
    expect([dry.status, dry.body]).toMatchObject([202, { dry_run: true, status: 'awaiting_approval' }]);
    expect((await reversed(clerk, '9999.00')).status).toBe(202);
    const { journal } = await desk.funded('1500.00');
    expect((await desk.reverse(clerk, journal)).status).toBe(202);
    expect((await reversed(clerk, '0.99')).status).toBe(200);
    expect((await reversed(clerk, '0.01')).status).toBe(202);
    expect((await reversed(colleague, '9999.00')).status).toBe(200);

    await platform.sql(
      `UPDATE unheld_actions SET done_at = done_at - interval '24 hours' WHERE staff_id = $1`,
      [clerk.id],
    );
    expect((await reversed(clerk, '9999.00')).status).toBe(200);
  });

  it('are deleted two days later, and not while they count', async () => {
    const clerk = await platform.staff('finance');
    await reversed(clerk, '1.00');
    await reversed(clerk, '2.00');
    await platform.sql(
      `UPDATE unheld_actions SET done_at = clock_timestamp() - interval '49 hours'
        WHERE staff_id = $1 AND usd_cents = 100`,
      [clerk.id],
    );
    await platform.inside('scheduler', PurgeUnheldActions).run();
    const sql = 'SELECT usd_cents::int AS cents FROM unheld_actions WHERE staff_id = $1';
    expect(await platform.sql(sql, [clerk.id])).toEqual([{ cents: 200 }]);
  });

  it('count only what one person did alone: nothing refused, tried out, withdrawn or approved', async () => {
    const clerk = await platform.staff('finance');
    const { id } = await desk.held(clerk);
    await desk.approve(approver, id, await desk.digest(approver, id));
    await desk.decide('withdraw', clerk, (await desk.held(clerk)).id);
    const { journal } = await desk.funded('9999.00', 'USD');
    await desk.reverse(clerk, journal, { headers: { 'x-dry-run': 'true' } });
    const key = { idempotencyKey: 'like-actions' };
    const done = await desk.reverse(clerk, journal, key);
    expect(done.status).toBe(200);
    expect((await desk.reverse(clerk, journal, key)).text).toBe(done.text);
    expect(outcomeOf(await desk.reverse(clerk, journal))).toBe('409 INVALID_STATE');
    expect((await reversed(clerk, '0.99')).status).toBe(200);
  });

  it('are compared with the rate before the first of them if they are rates', async () => {
    const clerk = await platform.staff('finance');
    const set = async (rate: string, quote = 'KES') =>
      (await desk.setRate(clerk, { base: 'USD', quote, rate })).status;
    // The live rate is 129.35.
    expect([await set('150'), await set('190'), await set('210')]).toEqual([200, 200, 202]);
    expect(await set('1500', 'NGN')).toBe(200);
  });
});

describe('a held action', () => {
  it('is decided by staff who may do it, and not by its maker or another account of theirs', async () => {
    const { id, user } = await desk.held(maker);
    const digest = await desk.digest(approver, id);
    expect((await desk.show(maker, id)).body).toMatchObject({ digest: null, may_decide: false });
    const twin = await platform.staff('finance');
    await platform.sql('UPDATE users SET email = $2 WHERE id = $1', [
      twin.id,
      maker.email.replace('@', '+second@'),
    ]);
    const [support, compliance] = [await platform.staff('support'), await platform.staff('compliance')];
    const refusals: [TestStaff | { token: string }, string][] = [
      [maker, '403 FORBIDDEN'],
      [twin, '403 FORBIDDEN'],
      [support, '403 FORBIDDEN'],
      [compliance, '404 NOT_FOUND'],
      [user, '403 FORBIDDEN'],
    ];
    for (const [staff, outcome] of refusals) {
      expect(outcomeOf(await desk.approve(staff, id, digest))).toBe(outcome);
      expect(outcomeOf(await desk.decide('refuse', staff, id))).toBe(outcome);
    }
    expect(outcomeOf(await desk.show(compliance, id))).toBe('404 NOT_FOUND');
    expect(await desk.list(compliance, '&status=all')).toEqual([]);
    expect(outcomeOf(await desk.decide('withdraw', approver, id))).toBe('403 FORBIDDEN');
    expect(outcomeOf(await desk.approve(approver, 'mine', digest))).toBe('400 VALIDATION_ERROR');
    expect(outcomeOf(await desk.approve(approver, id, 'short'))).toBe('400 VALIDATION_ERROR');
    expect(await balance(user)).toBe('20000000.00');
    expect((await desk.approve(await platform.staff('admin'), id, digest)).status).toBe(200);
  });

  it('is not decided by staff about whose money it is', async () => {
    const clerk = await platform.staff('finance');
    const { user } = await desk.funded('20000001.00');
    await platform.sql('UPDATE users SET email_verified_at = now() WHERE id = $1', [clerk.id]);
    const paid = await platform.post(
      'business',
      'wallet.php?action=transfer',
      { recipient: clerk.email, amount: 19_000_000, pin: user.pin },
      { token: user.token },
    );
    const id = await desk.heldReversal(maker, paid.body.transaction_id);
    const digest = await desk.digest(approver, id);
    expect(outcomeOf(await desk.show(clerk, id))).toBe('403 FORBIDDEN');
    expect(outcomeOf(await desk.approve(clerk, id, digest))).toBe('403 FORBIDDEN');
    expect(outcomeOf(await desk.decide('refuse', clerk, id))).toBe('403 FORBIDDEN');
    expect((await desk.approve(approver, id, digest)).status).toBe(200);
  });

  it('is refused by a second person or withdrawn by its maker, and stays so', async () => {
    for (const [action, staff, status] of [
      ['refuse', approver, 'refused'],
      ['withdraw', maker, 'withdrawn'],
    ] as const) {
      const { id, user } = await desk.held(maker);
      const digest = await desk.digest(approver, id);
      const decided = await desk.decide(action, staff, id);
      expect([decided.status, decided.body]).toMatchObject([200, { approval_id: id, status }]);
      for (const again of [
        await desk.approve(approver, id, digest),
        await desk.decide('refuse', approver, id),
        await desk.decide('withdraw', maker, id),
      ])
        expect(outcomeOf(again)).toBe('409 INVALID_STATE');
      expect(await balance(user)).toBe('20000000.00');
      const [listed] = (await desk.list(maker, `&status=${status}`)).filter((row) => row.approval_id === id);
      expect(listed).toMatchObject({ status, reason: 'Not needed', decided_by: { id: staff.id } });
      expect(await desk.entries(id)).toMatchObject([
        { action: 'approvals.hold' },
        { action: `approvals.${action}`, staff_id: staff.id, reason: 'Not needed' },
      ]);
    }
  });

  it('fails where the state has moved on, and keeps the refusal', async () => {
    const { id, journal } = await desk.held(maker);
    const other = await desk.heldReversal(await platform.staff('finance'), journal);
    const digest = await desk.digest(approver, id);
    expect((await desk.approve(approver, other, await desk.digest(approver, other))).status).toBe(200);
    expect((await desk.show(approver, id)).body).toMatchObject({
      digest: null,
      result: null,
      refusal: { error_code: 'INVALID_STATE', message: 'This transaction is reversed already.' },
    });
    const failed = await desk.approve(approver, id, digest, { idempotencyKey: 'too-late' });
    const refusal = { error_code: 'INVALID_STATE', message: 'This transaction is reversed already.' };
    expect([failed.status, failed.body]).toMatchObject([409, { error_code: 'INVALID_STATE', refusal }]);
    expect((await desk.approve(approver, id, digest, { idempotencyKey: 'too-late' })).text).toBe(failed.text);
    expect((await desk.show(maker, id)).body).toMatchObject({ status: 'failed', refusal, result: null });
    expect((await desk.entries(id)).map(({ action }) => action)).toEqual([
      'approvals.hold',
      'approvals.approve',
    ]);
  });

  it.each([
    ['lost the role', 'staff_role = NULL'],
    ['another role', `staff_role = 'compliance'`],
    ['a frozen account', 'frozen_at = now()'],
  ])('fails where its maker has %s by now', async (_, change) => {
    const clerk = await platform.staff('finance');
    const { id, user } = await desk.held(clerk);
    const digest = await desk.digest(approver, id);
    await platform.sql(`UPDATE users SET ${change} WHERE id = $1`, [clerk.id]);
    const failed = await desk.approve(approver, id, digest);
    const message = 'The member of staff who asked for it may no longer do it.';
    expect([failed.status, failed.body.refusal]).toMatchObject([409, { message }]);
    expect(await balance(user)).toBe('20000000.00');
  });

  it('awaits approval while the wallet that would pay is frozen, and can be refused', async () => {
    const [one, other] = [await desk.held(maker), await desk.held(maker)];
    const digest = await desk.digest(approver, one.id);
    const freeze = (user: { id: string }, frozen: boolean) =>
      platform.sql(`SELECT ledger.set_frozen(array_agg(id), $2) FROM ledger.accounts WHERE owner_id = $1`, [
        user.id,
        frozen,
      ]);
    for (const { user } of [one, other]) await freeze(user, true);
    expect((await desk.show(approver, one.id)).body).toMatchObject({
      status: 'awaiting_approval',
      digest: null,
      refusal: { error_code: 'FORBIDDEN' },
    });
    expect(outcomeOf(await desk.approve(approver, one.id, digest))).toBe('403 FORBIDDEN');
    expect((await desk.decide('refuse', approver, other.id)).status).toBe(200);
    for (const { user } of [one, other]) await freeze(user, false);
    expect((await desk.approve(approver, one.id, digest)).status).toBe(200);
  });

  it('is approved by the digest of what it would do now', async () => {
    await desk.setRate(maker, { rate: '1500' });
    const { id, user } = await desk.held(maker);
    expect(outcomeOf(await desk.approve(approver, id, '0'.repeat(64)))).toBe('409 CONFLICT');
    expect(await balance(user)).toBe('20000000.00');

    const far = await desk.setRate(maker, { rate: '2251' });
    expect(far.status).toBe(202);
    const digest = await desk.digest(approver, far.body.approval_id);
    expect((await desk.setRate(approver, { rate: '1510' })).status).toBe(200);
    expect(outcomeOf(await desk.approve(approver, far.body.approval_id, digest))).toBe('409 CONFLICT');
    const again = await desk.digest(approver, far.body.approval_id);
    expect((await desk.approve(approver, far.body.approval_id, again)).body).toMatchObject({
      result: { rate: '2251', replaced: '1510' },
    });
  });

  it('expires after 72 hours', async () => {
    const { id } = await desk.held(maker);
    const digest = await desk.digest(approver, id);
    platform.clock.advance({ hours: 72 });
    const [late, again] = [await platform.staff('finance'), await platform.staff('finance')];
    expect((await desk.show(late, id)).body).toMatchObject({
      status: 'expired',
      digest: null,
      may_decide: false,
    });
    expect(outcomeOf(await desk.approve(late, id, digest))).toBe('409 INVALID_STATE');
    expect(outcomeOf(await desk.decide('refuse', again, id))).toBe('409 INVALID_STATE');
    expect(await desk.list(late)).toEqual([]);
    expect((await desk.list(late, '&status=expired')).some((row) => row.approval_id === id)).toBe(true);
    const [row] = await platform.sql('SELECT status FROM held_actions WHERE id = $1', [id]);
    expect(row).toEqual({ status: 'awaiting_approval' });
  });
});
