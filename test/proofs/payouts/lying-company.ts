import { randomUUID } from 'node:crypto';
import { SendPayouts } from '@app/payouts';
import { WorkQueue } from '@app/queue';
import { ClaimWithdrawal } from '../../../libs/payouts/src/withdrawals/commands/claim-withdrawal';
import { RecordSending } from '../../../libs/payouts/src/withdrawals/commands/record-sending';
import { DispatchWithdrawal } from '../../../libs/payouts/src/withdrawals/flows/dispatch-withdrawal';
import { PayoutCompany } from '../../support/payout-company';
import type { TestMerchant, TestStaff } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { setLiveNairaRate } from '../../support/rates';
import { inTurns } from '../support/in-turns';
import type { EventScript, WithdrawalScript } from './withdrawal-scripts';

export const FUNDS = { NGN: '100000000.00', USD: '1000000.00' } as const;
const DAY_HOURS = 25;
const PASSES = 30;
const WATCHED_DAYS = 60;
const AT_ONCE = 16;

/** One withdrawal and its script. */
export interface Asked extends WithdrawalScript {
  uuid: string;
}

/** A merchant's withdrawals of one run, from their initiation to the last question about them. */
export interface Run {
  merchant: TestMerchant;
  asked: Asked[];
  /** Those that finance had to settle. */
  settledByFinance: Set<string>;
}

/** The product between merchants and a company that lies, with a clock that only the test moves. */
export class LyingCompany {
  private readonly deaths = new Map<string, WithdrawalScript['death']>();
  kills = 0;

  private constructor(
    readonly platform: Platform,
    readonly company: PayoutCompany,
  ) {}

  static async open(): Promise<LyingCompany> {
    const company = await PayoutCompany.start();
    const env = { RATE_LIMITS: 'false', EXTWALLET: 'off', ...company.environment };
    const platform = await startPlatform({ apps: ['business', 'scheduler'], env });
    platform.clock.freeze();
    await platform.holdJobs();
    const queue = platform.inside('business', WorkQueue as unknown as new () => WorkQueue);
    const add = queue.add.bind(queue);
    queue.add = (name, id) => (name === 'payout-dispatch' ? undefined : add(name, id));
    const opened = new LyingCompany(platform, company);
    opened.killSenders();
    return opened;
  }

  async close(): Promise<void> {
    await this.platform.proveAndStop();
    await this.company.stop();
  }

  async run(scripts: readonly WithdrawalScript[]): Promise<Run> {
    await setLiveNairaRate(this.platform, 'USD', '1500');
    const merchant = await this.merchant();
    const run: Run = {
      merchant,
      asked: await this.initiateAll(merchant, scripts),
      settledByFinance: new Set(),
    };
    await this.pass(run);
    await this.leaveToFinance(run);
    await this.watch();
    return run;
  }

  /** Does what is due, by two schedulers at once. */
  private async work(): Promise<void> {
    const job = this.platform.inside('scheduler', SendPayouts);
    while ((await Promise.all([job.run(), job.run()])).some((count) => count > 0));
  }

  /** The first day: the clock moves to each moment at which something is due. */
  private async pass({ asked }: Run): Promise<void> {
    const { clock } = this.platform;
    const end = clock.now().getTime() + DAY_HOURS * 3_600_000;
    for (let pass = 0; pass < PASSES; pass++) {
      const due = asked.flatMap((one) =>
        one.events.filter((event) => event.pass === pass).map((event) => ({ one, event })),
      );
      await inTurns(due, AT_ONCE, ({ one, event }) => this.tell(one, event));
      await this.work();
      const next = await this.nextDue();
      if (next === null || next.getTime() > end) break;
      clock.advance({ ms: next.getTime() - clock.now().getTime() });
    }
    clock.advance({ ms: end - clock.now().getTime() });
    await this.work();
  }

  /** Finance settles what has no end by what the company's support says, which then stands. */
  private async leaveToFinance(run: Run): Promise<void> {
    for (let round = 0; ; round++) {
      const open = await this.open(run);
      if (open.length === 0) return;
      if (round === 5) throw new Error(`without an end: ${JSON.stringify(open)}`);
      // Without a current rate a second person would have to approve each decision.
      await setLiveNairaRate(this.platform, 'USD', '1500');
      const [finance, listed] = await this.listed();
      await inTurns(open, AT_ONCE, async ({ uuid, stage }) => {
        if (!listed.has(uuid)) throw new Error(`${uuid} is ${stage}, and finance does not see it`);
        run.settledByFinance.add(uuid);
        this.company.books.close(uuid);
        const isPaid = (this.company.books.byReference(uuid)?.paid ?? 0n) > 0n;
        if (stage === 'held' || stage === 'queued' || stage === 'sending')
          await this.decide(finance, 'recheck', { uuid });
        else if (isPaid)
          await this.decide(finance, 'complete', { uuid, reference: `ref-${uuid}`, note: 'Seen' });
        else await this.decide(finance, 'fail', { uuid, reason: 'Not paid', not_delivered: true });
      });
      this.platform.clock.advance({ minutes: 11 });
      await this.work();
    }
  }

  /** Ended withdrawals are asked about until nothing more is due. */
  private async watch(): Promise<void> {
    const { clock } = this.platform;
    const end = clock.now().getTime() + WATCHED_DAYS * 86_400_000;
    for (let next = await this.nextDue(); next; next = await this.nextDue()) {
      if (next.getTime() > end) throw new Error('withdrawals are asked about for ever');
      clock.advance({ ms: Math.max(0, next.getTime() - clock.now().getTime()) });
      await this.work();
    }
  }

  private async nextDue(): Promise<Date | null> {
    const [row] = await this.platform.sql<{ due_at: Date | null }>(
      'SELECT min(due_at) AS due_at FROM withdrawals',
    );
    return row!.due_at;
  }

  private open({ merchant }: Run) {
    return this.platform.sql<{ uuid: string; stage: string; reason: string }>(
      'SELECT id AS uuid, stage, reason FROM withdrawals WHERE owner_id = $1 AND processed_at IS NULL',
      [merchant.id],
    );
  }

  private async listed(): Promise<[TestStaff, Set<string>]> {
    const finance = await this.platform.staff('finance');
    const seen = new Set<string>();
    for (let page = 1; ; page++) {
      const path = `admin.php?section=payouts&action=list&per_page=100&page=${page}`;
      const { body } = await this.platform.get('business', path, { token: finance.token });
      const { data } = body.data as { data: { uuid: string }[] };
      for (const { uuid } of data) seen.add(uuid);
      if (data.length < 100) return [finance, seen];
    }
  }

  private async decide({ token }: TestStaff, action: string, fields: object): Promise<void> {
    const path = `admin.php?section=payouts&action=${action}`;
    const { status, text } = await this.platform.post('business', path, fields, { token });
    // The provider's answer to the question before may have ended it, or says that it has to be asked again.
    if (status !== 200 && status !== 409) throw new Error(`${action}: ${status} ${text}`);
  }

  private async merchant(): Promise<TestMerchant> {
    const merchant = await this.platform.merchant({ currency: 'NGN' });
    await this.platform.sql('UPDATE users SET kyc_level = 2 WHERE id = $1', [merchant.id]);
    await this.platform.fund(merchant, 'NGN', FUNDS.NGN);
    await this.platform.fund(merchant, 'USD', FUNDS.USD);
    return merchant;
  }

  private async initiateAll(merchant: TestMerchant, scripts: readonly WithdrawalScript[]): Promise<Asked[]> {
    const key = { key: merchant.live.secret_key };
    const account = { currency: 'NGN', bank_code: '058', account_number: '0123456789' };
    const saved = await this.platform.post('business', 'payout.php?action=add-bank', account, key);
    if (saved.status !== 200) throw new Error(`add-bank: ${saved.text}`);
    return inTurns(scripts, AT_ONCE, async (script): Promise<Asked> => {
      const { method, minor } = script;
      const wallet = method === 'extwallet' ? 'USD' : 'NGN';
      const details = method === 'bank' ? { bank_id: saved.body.id } : { extwallet_email: 'ada@example.com' };
      const body = {
        amount: minor / 100,
        currency: wallet,
        details,
        method: method === 'bank' ? method : 'extwallet',
      };
      const answer = await this.platform.post('business', 'payout.php?action=initiate', body, {
        ...key,
        idempotencyKey: randomUUID(),
      });
      if (answer.status !== 200) throw new Error(`initiate: ${answer.text}`);
      const uuid = answer.body.transaction_id as string;
      this.company.scripts.set(uuid, script);
      this.deaths.set(uuid, script.death);
      return { ...script, uuid };
    });
  }

  /** Events about withdrawals, and some about nothing of ours. Only the genuine ones are accepted. */
  private async tell({ uuid, method }: Asked, { says, isForged, copies }: EventScript): Promise<void> {
    const { env } = this.platform.config;
    const data = { id: 1, reference: uuid, status: says, amount: 1 };
    const stranger = { ...data, reference: randomUUID() };
    const resource = { payout_item_id: '1', payout_item: { sender_item_id: uuid } };
    const body =
      method === 'bank'
        ? { event: 'transfer.completed', data }
        : { event_type: `PAYMENT.PAYOUTS-ITEM.${says}`, resource };
    const headers = { 'verif-hash': isForged ? 'a guess' : env.GATEWAY_EVENT_HASH };
    for (const one of [
      ...Array<object>(copies).fill(body),
      { event: 'transfer.completed', data: stranger },
    ]) {
      const send = () => this.platform.post('business', 'gateway-events.php', one, { headers });
      let { status } = await send();
      // The company sends it again to a service that is busy.
      while (status === 503) ({ status } = await send());
      if (status !== (isForged ? 401 : 200)) throw new Error(`an event was answered ${status}`);
    }
  }

  /** The process that sends ends where the script says so: its claim stays, and the response is lost. */
  private killSenders(): void {
    const flow = this.platform.inside('scheduler', DispatchWithdrawal) as unknown as {
      commands: { execute(command: object): Promise<unknown> };
    };
    const { commands } = flow;
    flow.commands = {
      execute: async (command) => {
        if (command instanceof RecordSending) this.dieIf(command.id, 'after the call');
        const result = await commands.execute(command);
        if (command instanceof ClaimWithdrawal && result !== null) this.dieIf(command.id, 'before the call');
        return result;
      },
    };
  }

  private dieIf(id: string, where: WithdrawalScript['death']): void {
    if (this.deaths.get(id) !== where) return;
    this.deaths.delete(id);
    this.kills += 1;
    throw new Error('killed');
  }
}
