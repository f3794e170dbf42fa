import { CARDS } from '../../support/test-cards';
import type { CallOptions } from '../../support/http-client';
import type { TestStaff } from '../../support/people';
import { Escrows } from '../escrow/escrows';
import { type Platform, startPlatform } from '../../support/platform';
import { Depositor } from '../business-api/card-deposits';
import { Shop, tokenOf } from '../checkout-api/cards';

const REVERSE = 'admin.php?section=ledger&action=reverse';
const PAY_WALLET = 'sessions.php?action=pay-wallet';

describe('Reversing a transaction', () => {
  let platform: Platform;
  let finance: TestStaff;
  beforeAll(async () => {
    platform = await startPlatform();
    finance = await platform.staff('finance');
  });
  afterAll(() => platform?.proveAndStop());

  const reverse = (transaction_id: string, options: CallOptions = { token: finance.token }) =>
    platform.post('business', REVERSE, { transaction_id, reason: 'Sent by mistake' }, options);
  const get = (user: { token: string }, path: string) =>
    platform.get('business', path, { token: user.token });
  const totals = () =>
    platform.sql(
      `SELECT a.code, a.currency, sum(l.amount_minor) AS total FROM ledger.legs l
         JOIN ledger.accounts a ON a.id = l.account_id GROUP BY 1, 2 HAVING sum(l.amount_minor) <> 0 ORDER BY 1, 2`,
    );
  const journalOf = async (type: string, ownerId: string) => {
    const [row] = await platform.sql<{ id: string }>(
      `SELECT j.id FROM ledger.journals j JOIN ledger.accounts a ON a.id = ANY (j.accounts)
        WHERE j.type = $1 AND a.owner_id = $2 ORDER BY j.id DESC LIMIT 1`,
      [type, ownerId],
    );
    return row!.id;
  };

  async function transferred(amount = '250.50', fields: Record<string, unknown> = {}) {
    const [sender, recipient] = [await platform.signUp(), await platform.signUp(fields)];
    await platform.fund(sender, 'NGN', '10000.00');
    const before = await totals();
    const { body } = await platform.post(
      'business',
      'wallet.php?action=transfer',
      { recipient: recipient.usertag, amount, pin: sender.pin },
      { token: sender.token },
    );
    return { sender, recipient, before, id: body.transaction_id as string };
  }

  it('gives both sides back what they had, the fee included', async () => {
    const { sender, recipient, before, id } = await transferred();
    const { status, body } = await reverse(id);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      reversal_id: expect.any(String),
      transaction_id: id,
      type: 'transfer',
      status: 'reversed',
      amount: 250.5,
      currency: 'NGN',
      new_balance: 0,
      account_id: expect.any(String),
      postings: [
        { account_id: expect.any(String), amount: 250.76, currency: 'NGN' },
        { account_id: body.account_id, amount: -250.5, currency: 'NGN' },
        { account_id: expect.any(String), amount: -0.26, currency: 'NGN' },
      ],
    });
    expect([await platform.balanceOf(sender), await platform.balanceOf(recipient)]).toEqual([
      '10000.00',
      '0.00',
    ]);
    expect(await totals()).toEqual(before);
  });

  it('shows in the histories of both: the transaction as reversed, the reversal with what it reverses', async () => {
    const { sender, recipient, id } = await transferred();
    const { body } = await reverse(id);
    for (const [user, direction, amount] of [
      [sender, 'credit', 250.76],
      [recipient, 'debit', 250.5],
    ] as const) {
      const { data } = (await get(user, 'transactions.php?action=list')).body;
      expect(data.data.slice(0, 2)).toMatchObject([
        { uuid: body.reversal_id, type: 'reversal', direction, amount, fee: 0, status: 'completed' },
        { uuid: id, type: 'transfer', status: 'reversed' },
      ]);
      const { data: found } = (await get(user, 'transactions.php?action=list&type=reversal')).body;
      expect(found.total).toBe(1);
      const original = (await get(user, `transactions.php?action=detail&uuid=${id}`)).body;
      const reversal = (await get(user, `transactions.php?action=detail&uuid=${body.reversal_id}`)).body;
      expect([original.status, reversal.related]).toEqual(['reversed', { type: 'journal', id }]);
    }
  });

  it('turns a conversion round at the rate it was made at', async () => {
    const { sender, recipient, before, id } = await transferred('5000.00', { currency: 'USD' });
    platform.clock.advance({ minutes: 1 });
    const { body } = await reverse(id);
    expect(body).toMatchObject({ currency: 'USD', new_balance: 0 });
    expect([await platform.balanceOf(sender), await platform.balanceOf(recipient, 'USD')]).toEqual([
      '10000.00',
      '0.00',
    ]);
    expect(await totals()).toEqual(before);
  });

  it('works for deposits, checkouts and adjustments', async () => {
    const before = await totals();
    const user = await platform.signUp();
    const deposit = await new Depositor(platform, user.id, { token: user.token }).charge(CARDS.approved);
    expect(deposit.body.status).toBe('successful');
    expect((await reverse(await journalOf('deposit', user.id))).body).toMatchObject({ new_balance: 0 });

    const merchant = await platform.merchant();
    const shop = new Shop(platform, 'checkout', merchant.live.secret_key);
    await shop.pay(await shop.open(), CARDS.approved);
    expect((await reverse(await journalOf('checkout', merchant.id))).body).toMatchObject({ new_balance: 0 });

    await platform.fund(user, 'NGN', '33.00');
    expect((await reverse(await journalOf('adjustment', user.id))).body).toMatchObject({ new_balance: 0 });
    expect(await totals()).toEqual(before);
  });

  it('works for one row of a payroll, and leaves the others', async () => {
    const [employer, one, other] = [
      await platform.signUp({ account_type: 'business' }),
      await platform.signUp(),
      await platform.signUp(),
    ];
    await platform.fund(employer, 'NGN', '100.00');
    const recipients = [one, other].map(({ usertag }) => ({ recipient: usertag, amount: 30 }));
    const paid = await platform.post(
      'business',
      'business.php?section=payroll&action=create',
      { recipients, pin: employer.pin },
      { token: employer.token },
    );
    expect(paid.status).toBe(200);
    const id = await journalOf('payroll', one.id);
    expect((await reverse(id)).body).toMatchObject({
      type: 'payroll',
      status: 'reversed',
      amount: 30,
      new_balance: 0,
    });
    expect(await Promise.all([employer, one, other].map((user) => platform.balanceOf(user)))).toEqual([
      '70.00',
      '0.00',
      '30.00',
    ]);
    const { body } = await get(employer, `transactions.php?action=detail&uuid=${id}`);
    expect(body).toMatchObject({ type: 'payroll', status: 'reversed' });
    expect((await reverse(id)).status).toBe(409);
    await platform.verifyBooks();
  });

  it('is refused where the money has been spent, and then leaves no trace', async () => {
    const { recipient, id } = await transferred('100.00');
    const spender = { recipient: (await platform.signUp()).usertag, amount: 50, pin: recipient.pin };
    await platform.post('business', 'wallet.php?action=transfer', spender, { token: recipient.token });
    const answer = await reverse(id);
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'INSUFFICIENT_FUNDS' } });
    expect(answer.body.message).toBe('Insufficient balance: 100.00 NGN needed.');
    expect(await platform.balanceOf(recipient)).toBe('49.95');
    expect(await platform.sql(`SELECT 1 FROM audit_log WHERE subject = $1`, [id])).toEqual([]);
  });

  it('happens once, however many ask at the same time', async () => {
    const { sender, id } = await transferred();
    const answers = await Promise.all(Array.from({ length: 8 }, () => reverse(id)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(7);
    for (const answer of refused) {
      expect(answer).toMatchObject({ status: 409, body: { error_code: 'INVALID_STATE' } });
    }
    expect(await platform.balanceOf(sender)).toBe('10000.00');
    expect(await platform.sql('SELECT 1 FROM audit_log WHERE subject = $1', [id])).toHaveLength(1);
  });

  it('is answered again by its idempotency key', async () => {
    const { id } = await transferred();
    const options = { token: finance.token, idempotencyKey: `reverse-${id}` };
    const [first, second] = [await reverse(id, options), await reverse(id, options)];
    expect(second.text).toBe(first.text);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
  });

  it('cannot be reversed itself', async () => {
    const { id } = await transferred();
    const { body } = await reverse(id);
    expect(await reverse(body.reversal_id)).toMatchObject({
      status: 409,
      body: { error_code: 'INVALID_STATE', message: 'A reversal cannot be reversed.' },
    });
  });

  it('refuses what other processes reverse, and what does not exist', async () => {
    const [sender, recipient] = [await platform.signUp(), await platform.signUp()];
    await platform.fund(sender, 'NGN', '2000.00');
    const { uuid } = await new Escrows(platform).open(sender, recipient);
    const id = await journalOf('escrow_lock', sender.id);
    const answer = await reverse(id);
    expect(answer).toMatchObject({ status: 409, body: { error_code: 'INVALID_STATE' } });
    expect((await new Escrows(platform).call(sender, 'release', { uuid })).status).toBe(200);
    const nothing = '01939d2f-0000-7000-8000-000000000000';
    expect(await reverse(nothing)).toMatchObject({ status: 404, body: { error_code: 'NOT_FOUND' } });
    expect((await reverse('mine')).status).toBe(400);
    expect(await platform.post('business', REVERSE, { transaction_id: id }, { token: finance.token }))
      .toMatchObject({ status: 400, body: { errors: [{ field: 'reason' }] } }); // prettier-ignore
  });

  it('is for finance staff', async () => {
    const { sender, id } = await transferred();
    const merchant = await platform.merchant();
    const refusals: [CallOptions, number, string][] = [
      [{}, 401, 'UNAUTHENTICATED'],
      [{ token: sender.token }, 403, 'FORBIDDEN'],
      [{ key: merchant.live.secret_key }, 403, 'SESSION_REQUIRED'],
      [{ token: (await platform.staff('support')).token }, 403, 'FORBIDDEN'],
      [{ token: (await platform.staff('compliance')).token }, 403, 'FORBIDDEN'],
    ];
    for (const [options, status, code] of refusals) {
      expect(await reverse(id, options)).toMatchObject({ status, body: { error_code: code } });
    }
    expect((await reverse(id, { token: (await platform.staff('admin')).token })).status).toBe(200);
  });

  it('refuses staff who are themselves a party of the payment', async () => {
    const [clerk, person, merchant] = [
      await platform.staff('finance'),
      await platform.signUp(),
      await platform.merchant(),
    ];
    const pin = '1234';
    await platform.sql('UPDATE users SET email_verified_at = now() WHERE id = $1', [clerk.id]);
    await platform.post('business', 'settings.php?action=set-pin', { pin, confirm_pin: pin }, clerk);
    await platform.fund(clerk, 'NGN', '5000.00');
    await platform.fund(person, 'NGN', '100.00');

    const shop = new Shop(platform, 'checkout', merchant.live.secret_key);
    const session = await shop.open();
    const payer = { token: clerk.token, sessionToken: tokenOf(session) };
    const { session_id } = session;
    expect((await platform.post('checkout', PAY_WALLET, { session_id, pin }, payer)).status).toBe(200);
    const transfer = async (from: { token: string }, recipient: string) =>
      (await platform.post('business', 'wallet.php?action=transfer', { recipient, amount: 10, pin }, from))
        .body.transaction_id as string;
    const own = [
      await journalOf('adjustment', clerk.id),
      await journalOf('checkout', clerk.id),
      await transfer(clerk, person.usertag),
      await transfer(person, clerk.email),
    ];
    for (const id of own) {
      for (const headers of [undefined, { 'x-dry-run': 'true' }]) {
        expect(await reverse(id, { token: clerk.token, headers })).toMatchObject({
          status: 403,
          body: { error_code: 'FORBIDDEN', message: 'Staff cannot reverse a transaction of their own.' },
        });
      }
    }
    expect(await platform.sql('SELECT 1 FROM audit_log WHERE subject = ANY ($1)', [own])).toEqual([]);
    expect((await reverse(own[1]!)).status).toBe(200);
  });

  it('commits together with its audit entry, or not at all', async () => {
    const { sender, id } = await transferred();
    await platform.sql(`
      CREATE FUNCTION refuse_audit() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''full''; END';
      CREATE TRIGGER refused BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_audit()`);
    const failed = await reverse(id);
    await platform.sql('DROP TRIGGER refused ON audit_log');
    expect([failed.status, await platform.balanceOf(sender)]).toEqual([500, '9749.24']);
    const { body } = await reverse(id, {
      token: finance.token,
      headers: { 'x-forwarded-for': '10.1.2.3', 'x-request-id': 'reversal-1' },
    });
    expect(await platform.sql('SELECT * FROM audit_log WHERE subject = $1', [id])).toMatchObject([
      {
        staff_id: finance.id,
        action: 'ledger.reverse',
        reason: 'Sent by mistake',
        address: '10.1.2.3',
        request_id: 'reversal-1',
        before: { type: 'transfer', status: 'completed' },
        after: { reversal_id: body.reversal_id, status: 'reversed', amount: '250.50', currency: 'NGN' },
      },
    ]);
  });
});
