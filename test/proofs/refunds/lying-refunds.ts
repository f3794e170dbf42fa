import { SendRefunds } from '@app/checkout';
import { ClaimRefund } from '../../../libs/checkout/src/refunds/commands/claim-refund';
import { RecordRefund } from '../../../libs/checkout/src/refunds/commands/record-refund';
import { RefundPayment } from '../../../libs/checkout/src/refunds/flows/refund-payment';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { setNairaRate } from '../../support/rates';
import { RefundCompany } from '../../support/refund-company';
import { CARDS, cardOf } from '../../support/test-cards';
import { inTurns } from '../support/in-turns';
import type { PartScript, PaymentScript } from './refund-scripts';

const FUNDS = '1000000.00';
const PASSES = 60;
const STEP_MS = 300_000;
const ROUNDS_OF_FINANCE = 12;
const AT_ONCE = 8;

/** One refund and its script. */
export interface Asked extends PartScript {
  refundId: string;
}

interface Row {
  status: string;
  stopped: boolean;
  charge_minor: string;
}

/** The product between merchants and a company that lies about refunds, with a clock that only the test moves. */
export class LyingRefunds {
  private readonly deaths = new Map<string, PartScript['death']>();
  private readonly counts = new Map<string, number>();
  private readonly settledByFinance = new Set<string>();
  kills = 0;

  private constructor(
    private readonly platform: Platform,
    private readonly company: RefundCompany,
  ) {}

  static async open(): Promise<LyingRefunds> {
    const company = await RefundCompany.start();
    const env = { RATE_LIMITS: 'false', GATEWAY_TIMEOUT_SECONDS: '2' };
    const platform = await startPlatform({ apps: ['business', 'checkout', 'sandbox', 'scheduler'], env });
    platform.clock.freeze();
    await platform.holdJobs();
    company.standBefore(platform);
    const opened = new LyingRefunds(platform, company);
    opened.killSenders();
    return opened;
  }

  async close(): Promise<void> {
    await this.platform.proveAndStop();
    await this.company.stop();
  }

  get summary(): string {
    return [...this.counts].map(([what, count]) => `${count} ${what}`).join(', ');
  }

  /** Refunds these payments until every refund has ended; the differences from the company's books. */
  async run(scripts: readonly PaymentScript[]): Promise<{ refunds: number; faults: string[] }> {
    await setNairaRate(this.platform, 'GHS', '130');
    const merchant = await this.platform.merchant();
    for (const currency of ['NGN', 'GHS'] as const) await this.platform.fund(merchant, currency, FUNDS);
    const asked = (await inTurns(scripts, AT_ONCE, (script) => this.refundPayment(merchant, script))).flat();
    await this.pass();
    await this.leaveToFinance(asked);
    const faults = await this.faultsOf(asked);
    return { refunds: asked.length, faults };
  }

  private async refundPayment(
    merchant: TestMerchant,
    { minor, currency, parts }: PaymentScript,
  ): Promise<Asked[]> {
    const by = { key: merchant.live.secret_key };
    const create = { amount: minor / 100, currency };
    const opened = await this.platform.post('checkout', 'sessions.php?action=create', create, by);
    const { session_id } = opened.body as { session_id: string };
    const payment = { session_id, card: cardOf(CARDS.approved) };
    const paid = await this.platform.post('checkout', 'sessions.php?action=pay-card', payment, by);
    if (paid.body.status !== 'completed') throw new Error(paid.text);
    const asked: Asked[] = [];
    let left = minor;
    for (const part of parts) {
      const face = Math.max(1, Math.floor((minor * part.permille) / 1000));
      const body = face < left ? { session_id, amount: face / 100 } : { session_id };
      const {
        status,
        text,
        body: made,
      } = await this.platform.post('checkout', 'sessions.php?action=refund', body, by);
      if (status !== 200) throw new Error(text);
      const refundId = made.refund.refund_id as string;
      this.company.scripts.set(refundId, part);
      this.deaths.set(refundId, part.death);
      asked.push({ ...part, refundId });
      left -= face;
      if (left <= 0) break;
    }
    return asked;
  }

  /** Does what is due, by two schedulers at once. */
  private async work(): Promise<void> {
    const job = this.platform.inside('scheduler', SendRefunds);
    while ((await Promise.all([job.run(), job.run()])).some((count) => count > 0));
  }

  /** The clock moves on to moments at which something is due, by five minutes at least. */
  private async pass(): Promise<void> {
    for (let pass = 0; pass < PASSES; pass++) {
      await this.work();
      const [row] = await this.platform.sql<{ due_at: Date | null }>(
        'SELECT min(due_at) AS due_at FROM refunds',
      );
      if (row!.due_at === null) return;
      const wait = row!.due_at.getTime() - this.platform.clock.now().getTime();
      this.platform.clock.advance({ ms: Math.max(STEP_MS, wait) });
    }
  }

  /** Finance settles what has no end by what the company's support says, which then stands. */
  private async leaveToFinance(asked: readonly Asked[]): Promise<void> {
    for (let round = 0; ; round++) {
      const rows = await this.rowsOf(asked);
      const open = [...rows].filter(([, { status }]) => status === 'pending');
      if (open.length === 0) return;
      if (round === ROUNDS_OF_FINANCE) throw new Error(`without an end: ${JSON.stringify(open)}`);
      // Without a current rate a second person would have to approve each decision.
      await setNairaRate(this.platform, 'GHS', '130');
      const { token } = await this.platform.staff('finance');
      await inTurns(open, AT_ONCE, async ([refund_id, { stopped }]) => {
        this.company.close(refund_id);
        if (!stopped) return;
        this.settledByFinance.add(refund_id);
        const isPaid = this.company.paidFor(refund_id).length > 0;
        const action = isPaid ? 'settle' : 'fail';
        const decision = isPaid ? { provider_id: `by-hand-${refund_id}` } : { not_sent: true };
        const path = `admin.php?section=refunds&action=${action}`;
        const body = { refund_id, reason: 'The company was asked', ...decision };
        const { status, text } = await this.platform.post('business', path, body, { token });
        if (status !== 200) throw new Error(`${action}: ${status} ${text}`);
      });
      this.platform.clock.advance({ hours: 7 });
      await this.work();
    }
  }

  private async faultsOf(asked: readonly Asked[]): Promise<string[]> {
    const rows = await this.rowsOf(asked);
    const faults = asked.flatMap((one) => {
      const { status, charge_minor } = rows.get(one.refundId)!;
      const paid = this.company.paidFor(one.refundId);
      this.count(status);
      const isExact =
        paid.length === 1 && (paid[0] === BigInt(charge_minor) || this.settledByFinance.has(one.refundId));
      const isRight = status === 'completed' ? isExact : paid.length === 0 && !this.isToComplete(one);
      return isRight
        ? []
        : [`${JSON.stringify(one)} is ${status}, the company paid [${paid.join()}] of ${charge_minor}`];
    });
    const [transit] = await this.platform.sql<{ minor: string }>(
      `SELECT coalesce(sum(l.amount), 0)::text AS minor
         FROM ledger.journals j CROSS JOIN LATERAL unnest(j.accounts, j.amounts) AS l (account_id, amount)
         JOIN ledger.accounts a ON a.id = l.account_id WHERE a.code = 'refunds-in-transit'`,
    );
    if (transit!.minor !== '0') faults.push(`${transit!.minor} is in transit, and no refund is pending`);
    for (const refundId of this.settledByFinance) if (rows.has(refundId)) this.count('settled by finance');
    return faults;
  }

  /** The company only put it off, and finance was not asked. */
  private isToComplete({ sendings, fate, death, refundId }: Asked): boolean {
    const isPutOff = sendings.every((fault) => ['answers', 'answers 429', 'answers 401'].includes(fault));
    return isPutOff && fate === 'completed' && death === null && !this.settledByFinance.has(refundId);
  }

  private async rowsOf(asked: readonly Asked[]): Promise<Map<string, Row>> {
    const rows = await this.platform.sql<Row & { refund_id: string }>(
      `SELECT refund_id, status, due_at IS NULL AS stopped, charge_minor::text FROM refunds WHERE refund_id = ANY ($1)`,
      [asked.map(({ refundId }) => refundId)],
    );
    return new Map(rows.map((row) => [row.refund_id, row]));
  }

  private count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  /** The process that sends ends where the script says so: its claim stays, and the answer is lost. */
  private killSenders(): void {
    const flow = this.platform.inside('scheduler', RefundPayment) as unknown as {
      commands: { execute(command: object): Promise<unknown> };
    };
    const { commands } = flow;
    const references = new Map<string, string>();
    flow.commands = {
      execute: async (command) => {
        if (command instanceof RecordRefund) this.dieIf(references.get(command.id)!, 'after the call');
        const result = await commands.execute(command);
        if (command instanceof ClaimRefund && result !== null) {
          const { reference } = result as { reference: string };
          references.set(command.id, reference);
          this.dieIf(reference, 'before the call');
        }
        return result;
      },
    };
  }

  private dieIf(refundId: string, where: PartScript['death']): void {
    if (this.deaths.get(refundId) !== where) return;
    this.deaths.delete(refundId);
    this.kills += 1;
    throw new Error('killed');
  }
}
