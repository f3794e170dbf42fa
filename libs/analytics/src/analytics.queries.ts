import { Injectable } from '@nestjs/common';
import { type DirectoryEntry, UserDirectoryQueries } from '@app/accounts';
import { addSeconds, Clock, type Currency } from '@app/kernel';
import { firstDay, MovementSumsQueries, SETTLING_SECONDS, TopSendersQueries } from '@app/ledger';
import { type WalletAccount, walletMissing, WalletQueries } from '@app/wallet';
import type { ReportQuery } from './analytics.dto';
import {
  type Flow,
  flowsOf,
  type Revenue,
  revenueOf,
  type TypeFigures,
  typesOf,
} from './figures/movement-figures.policy';
import { type OverviewFigures, overviewFigures } from './figures/overview.policy';
import { PaymentFiguresQueries } from './payments/payment-figures.queries';
import {
  bucketBounds,
  type Granularity,
  type ReportPeriod,
  reportPeriod,
} from './periods/report-period.policy';

const TOP = 10;

/** What a report is about. */
export interface ReportFrame {
  wallet: WalletAccount;
  period: ReportPeriod;
  /** Movements of the period may still come. */
  isProvisional: boolean;
}

/** A bucket of a chart by its begin. */
export type Bucket<Figures> = Figures & { begin: Date };

export interface TopSender {
  sender: DirectoryEntry;
  count: bigint;
  minor: bigint;
}

/** Reads the figures of reports. Each figure is exact at the moment it is read. */
@Injectable()
export class AnalyticsQueries {
  constructor(
    private readonly wallets: WalletQueries,
    private readonly sums: MovementSumsQueries,
    private readonly payments: PaymentFiguresQueries,
    private readonly senders: TopSendersQueries,
    private readonly directory: UserDirectoryQueries,
    private readonly clock: Clock,
  ) {}

  /**
   * The period as it is at `asOf`, absent: now. Throws VALIDATION_ERROR for a wrong period, and NOT_FOUND without a
   * wallet.
   */
  async frame(
    ownerId: string,
    { currency, period, from, to, timezone }: ReportQuery,
    asOf?: Date,
  ): Promise<ReportFrame> {
    const now = this.clock.now();
    const asked = { period: period ?? '30d', from, to, timezone: timezone ?? 'UTC' } as const;
    const covered = reportPeriod(asked, asOf ?? now);
    const wallet = await this.walletOf(ownerId, currency);
    return { wallet, period: covered, isProvisional: now < addSeconds(covered.to, SETTLING_SECONDS) };
  }

  /** The figures of the period and of the one before it. */
  async overview({
    wallet,
    period,
  }: ReportFrame): Promise<{ now: OverviewFigures; before: OverviewFigures }> {
    const { previous } = period;
    const bounds = [previous.from, previous.to, period.from, period.to];
    const [sums, payments] = await Promise.all([
      this.sums.flowsBetween([wallet.accountId], bounds),
      this.payments.figures(wallet.ownerId, wallet.currency, [previous, period]),
    ]);
    const [before, , now] = flowsOf(sums, bounds.length - 1);
    return { now: overviewFigures(now!, payments[1]!), before: overviewFigures(before!, payments[0]!) };
  }

  async revenue({ wallet, period }: ReportFrame, granularity: Granularity): Promise<Bucket<Revenue>[]> {
    const bounds = bucketBounds(period, granularity, period.timezone);
    const sums = await this.sums.between([wallet.accountId], bounds);
    return begun(bounds, revenueOf(sums, bounds.length - 1));
  }

  async flows({ wallet, period }: ReportFrame, granularity: Granularity): Promise<Bucket<Flow>[]> {
    const bounds = bucketBounds(period, granularity, period.timezone);
    const sums = await this.sums.flowsBetween([wallet.accountId], bounds);
    return begun(bounds, flowsOf(sums, bounds.length - 1));
  }

  async types({ wallet, period }: ReportFrame): Promise<TypeFigures[]> {
    return typesOf(await this.sums.between([wallet.accountId], [period.from, period.to]));
  }

  /** The people who sent most in the last 90 days in UTC, of which the first is named. */
  async topSenders(
    ownerId: string,
    currency?: Currency,
  ): Promise<{ wallet: WalletAccount; from: string; top: TopSender[] }> {
    const wallet = await this.walletOf(ownerId, currency);
    const now = this.clock.now();
    const sums = await this.senders.of(wallet.accountId, now, TOP);
    const people = await this.directory.byIds(sums.map(({ senderId }) => senderId));
    const top = sums.flatMap(({ senderId, count, minor }) => {
      const sender = people.get(senderId);
      return sender ? [{ sender, count, minor }] : [];
    });
    return { wallet, from: firstDay(now), top };
  }

  private async walletOf(ownerId: string, currency?: Currency): Promise<WalletAccount> {
    const wallet = await this.wallets.account(ownerId, currency);
    if (!wallet) throw walletMissing(currency);
    return wallet;
  }
}

const begun = <Figures>(bounds: readonly Date[], figures: readonly Figures[]): Bucket<Figures>[] =>
  figures.map((one, i) => ({ ...one, begin: bounds[i]! }));
