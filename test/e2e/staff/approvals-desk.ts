import type { CallOptions, HttpAnswer } from '../../support/http-client';
import type { TestStaff, TestUser } from '../../support/people';
import type { Platform } from '../../support/platform';
import type { Currency } from '@app/kernel';

type Staff = Pick<TestStaff, 'token'>;

/** Staff who ask for actions and decide about held ones, over HTTP. */
export class ApprovalsDesk {
  constructor(readonly platform: Platform) {}

  /** A user with this much money, and the transaction by which it came. */
  async funded(amount: string, currency: Currency = 'NGN'): Promise<{ user: TestUser; journal: string }> {
    const user = await this.platform.signUp({ currency });
    await this.platform.fund(user, currency, amount);
    return { user, journal: await this.lastJournalOf(user) };
  }

  async lastJournalOf(user: { id: string }): Promise<string> {
    const [row] = await this.platform.sql<{ id: string }>(
      `SELECT j.id FROM ledger.journals j JOIN ledger.accounts a ON a.id = ANY (j.accounts)
        WHERE a.owner_id = $1 ORDER BY j.id DESC LIMIT 1`,
      [user.id],
    );
    return row!.id;
  }

  reverse(
    { token }: Staff,
    transaction_id: string,
    options: CallOptions = {},
    host?: string,
  ): Promise<HttpAnswer> {
    const body = { transaction_id, reason: 'Sent by mistake' };
    return this.act('ledger', 'reverse', body, { token, ...options }, host);
  }

  setRate({ token }: Staff, fields: object, options: CallOptions = {}): Promise<HttpAnswer> {
    const body = { base: 'USD', quote: 'NGN', reason: 'The market moved', ...fields };
    return this.act('fx', 'set', body, { token, ...options });
  }

  /** Asks for the reversal of a transaction of 20 million naira, which is held. */
  async held(maker: Staff): Promise<{ id: string; user: TestUser; journal: string }> {
    const { user, journal } = await this.funded('20000000.00');
    return { id: await this.heldReversal(maker, journal), user, journal };
  }

  async heldReversal(maker: Staff, journal: string): Promise<string> {
    const { status, body, text } = await this.reverse(maker, journal);
    if (status !== 202) throw new Error(`not held: ${status} ${text}`);
    return body.approval_id as string;
  }

  async show({ token }: Staff, approval_id: string): Promise<HttpAnswer> {
    const path = `admin.php?section=approvals&action=show&approval_id=${approval_id}`;
    return this.platform.get('business', path, { token });
  }

  async digest(reader: Staff, approval_id: string): Promise<string> {
    return (await this.show(reader, approval_id)).body.digest as string;
  }

  approve({ token }: Staff, approval_id: string, digest: string, options: CallOptions = {}, host?: string) {
    const body = { approval_id, digest };
    return this.act('approvals', 'approve', body, { token, ...options }, host);
  }

  /** Has a second person carry out what this answer says is held. */
  async carriedOut(approver: Staff, held: HttpAnswer, options: CallOptions = {}): Promise<HttpAnswer> {
    if (held.status !== 202) throw new Error(`not held: ${held.status} ${held.text}`);
    const id = held.body.approval_id as string;
    return this.approve(approver, id, await this.digest(approver, id), options);
  }

  decide(action: 'refuse' | 'withdraw', { token }: Staff, approval_id: string, fields: object = {}) {
    return this.act('approvals', action, { approval_id, reason: 'Not needed', ...fields }, { token });
  }

  async list({ token }: Staff, query = ''): Promise<Record<string, unknown>[]> {
    const path = `admin.php?section=approvals&action=list&per_page=100${query}`;
    const { body } = await this.platform.get('business', path, { token });
    return body.data.data as Record<string, unknown>[];
  }

  /** The entries about a subject, oldest first. */
  entries(subject: string): Promise<Record<string, unknown>[]> {
    return this.platform.sql(
      `SELECT staff_id, action, reason, request_id, after FROM audit_log
        WHERE subject = $1 AND action NOT LIKE '%.show' ORDER BY id`,
      [subject],
    );
  }

  private act(section: string, action: string, body: object, options: CallOptions, host = 'business') {
    return this.platform.post(host, `admin.php?section=${section}&action=${action}`, body, options);
  }
}
