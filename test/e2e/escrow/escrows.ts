import { CARDS } from '../../support/test-cards';
import type { CallOptions, HttpAnswer } from '../../support/http-client';
import type { TestStaff, TestUser } from '../../support/people';
import type { Platform } from '../../support/platform';
import { type Shop } from '../checkout-api/cards';

type Session = { session_id: string };

/** People who hold money in escrow for each other, over HTTP. */
export class Escrows {
  constructor(readonly platform: Platform) {}

  /** A user with a naira balance. */
  async person(ngn = '0', fields: Record<string, unknown> = {}): Promise<TestUser> {
    const user = await this.platform.signUp(fields);
    if (ngn !== '0') await this.platform.fund(user, 'NGN', ngn);
    return user;
  }

  /** A person signs in and gives their PIN where it is asked; anything else calls as it says. */
  call(
    who: { token: string } | CallOptions,
    action: string,
    body: object,
    options: CallOptions = {},
  ): Promise<HttpAnswer> {
    const pinned = 'pin' in who && ['create', 'release'].includes(action) ? { pin: who.pin, ...body } : body;
    const { token, key } = who as CallOptions;
    return this.platform.post('business', `escrow.php?action=${action}`, pinned, { token, key, ...options });
  }

  create(initiator: CallOptions, beneficiary: { usertag: string }, fields: object = {}, options = {}) {
    const terms = { beneficiary: beneficiary.usertag, amount: 1000, description: 'A bicycle', ...fields };
    return this.call(initiator, 'create', terms, options);
  }

  /** The record of a new escrow of NGN 1,000.00 (fee 15.00) unless other fields say so. */
  async open(initiator: CallOptions, beneficiary: { usertag: string }, fields: object = {}) {
    const { status, body, text } = await this.create(initiator, beneficiary, fields);
    if (status !== 200) throw new Error(`create: ${status} ${text}`);
    return body as { uuid: string } & Record<string, unknown>;
  }

  /** A new escrow that its initiator disputes. */
  async disputed(initiator: CallOptions, beneficiary: { usertag: string }, fields: object = {}) {
    const { uuid } = await this.open(initiator, beneficiary, fields);
    const { body } = await this.call(initiator, 'dispute', { uuid, reason: 'It never came' });
    return { uuid, dispute_uuid: body.dispute.dispute_uuid as string };
  }

  /** The beneficiary disputes, and staff split: so much for the beneficiary. */
  async split(beneficiary: CallOptions, uuid: string, beneficiary_amount: number): Promise<HttpAnswer> {
    const raised = await this.call(beneficiary, 'dispute', { uuid, reason: 'The buyer does not answer' });
    const { dispute_uuid } = raised.body.dispute as { dispute_uuid: string };
    return this.resolve(await this.platform.staff('finance'), dispute_uuid, 'split', { beneficiary_amount });
  }

  resolve(staff: TestStaff, dispute_uuid: string, resolution: string, fields: object = {}, options = {}) {
    return this.platform.post(
      'business',
      'admin.php?section=escrow&action=resolve',
      { dispute_uuid, resolution, note: 'Both were heard', ...fields },
      { token: staff.token, ...options },
    );
  }

  async detail(who: CallOptions, uuid: string): Promise<HttpAnswer> {
    const { token, key } = who;
    return this.platform.get('business', `escrow.php?action=detail&uuid=${uuid}`, { token, key });
  }

  /** What can be spent and what is locked, e.g. "985.00 1015.00". */
  async money({ token }: { token: string }, currency = 'NGN'): Promise<string> {
    const path = `wallet.php?action=balance&currency=${currency}`;
    const { body } = await this.platform.get('business', path, { token });
    return `${body.balance} ${body.locked_balance}`;
  }

  async history({ token }: { token: string }, currency = 'NGN') {
    const path = `wallet.php?action=history&currency=${currency}`;
    const { body } = await this.platform.get('business', path, { token });
    return body.data.data as Record<string, unknown>[];
  }

  /** What every booking about this escrow, or its session, did to the service's own accounts. */
  async serviceMoves(...related: string[]): Promise<Record<string, string>> {
    const rows = await this.platform.sql<{ account: string; amount: string }>(
      `SELECT a.code || ' ' || a.currency AS account, sum(named.amount)::text AS amount
         FROM ledger.journals j CROSS JOIN LATERAL unnest(j.accounts, j.amounts) AS named(account_id, amount)
         JOIN ledger.accounts a ON a.id = named.account_id
        WHERE j.related_id = ANY ($1) AND a.owner_id IS NULL GROUP BY 1 HAVING sum(named.amount) <> 0 ORDER BY 1`,
      [related],
    );
    return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]));
  }

  /** A session of NGN 1,000 in escrow, paid by card by a buyer without an account. */
  async paidByCard(shop: Shop, fields: object = {}, email?: string) {
    const session = await shop.open({ amount: 1000, escrow: true, ...fields });
    const { body, text } = await (await shop.guest(session, email)).pay(CARDS.approved);
    if (body.status !== 'completed') throw new Error(`pay-card: ${text}`);
    return { session, uuid: await this.of(session) };
  }

  async paidByWallet(shop: Shop, buyer: TestUser, fields: object = {}) {
    const session = await shop.open({ amount: 1000, escrow: true, ...fields });
    const body = { session_id: session.session_id, pin: buyer.pin };
    const { token } = buyer;
    const paid = await this.platform.post('checkout', 'sessions.php?action=pay-wallet', body, { token });
    if (paid.status !== 200) throw new Error(`pay-wallet: ${paid.text}`);
    return { session, uuid: await this.of(session) };
  }

  /** The escrow a session was paid into. */
  async of({ session_id }: Session): Promise<string> {
    const sql = 'SELECT id FROM escrows WHERE checkout_session_id = $1';
    return (await this.platform.sql<{ id: string }>(sql, [session_id]))[0]!.id;
  }

  /** The attempt that paid a session. */
  async attemptOf({ session_id }: Session): Promise<Record<string, unknown>> {
    const rows = await this.platform.sql(
      `SELECT a.id, a.status, a.unapplied_reason, r.id AS refund, r.charge_minor AS refund_minor, r.failure,
              r.due_at IS NULL AS stopped
         FROM checkout_attempts a JOIN checkout_sessions s ON a.id = s.attempt_id
         LEFT JOIN refunds r ON r.payment_id = a.id WHERE s.session_id = $1 ORDER BY r.created_at DESC`,
      [session_id],
    );
    return rows[0]!;
  }

  /** What the card company gave back for a session, in smallest units. */
  async refunds({ session_id }: Session): Promise<string[]> {
    const rows = await this.platform.sql<{ amount: string }>(
      `SELECT r.amount_minor::text AS amount FROM simulator.refunds r JOIN simulator.charges c ON c.id = r.charge_id
         JOIN checkout_attempts a ON a.reference = c.tx_ref
         JOIN checkout_sessions s ON s.id = a.checkout_session_id WHERE s.session_id = $1`,
      [session_id],
    );
    return rows.map(({ amount }) => amount);
  }
}
