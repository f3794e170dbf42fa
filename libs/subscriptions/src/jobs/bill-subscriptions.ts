import { Inject, Injectable } from '@nestjs/common';
import { ExpireSessions } from '@app/checkout';
import { LOGGER } from '@app/http';
import { Clock, ConcurrencyLimit, DomainError } from '@app/kernel';
import { eachDue, Scheduled } from '@app/queue';
import { FollowsTestClock, type SpaceSource } from '@app/test-clock';
import { Commands } from '@app/write-path';
import type { Logger } from 'pino';
import { ChargeGuardService } from '../holds/charge-guard.service';
import { BillNextCycle } from '../commands/bill-next-cycle';
import type { ChargeFailure } from '../invoices/subscription-invoice.states';
import {
  type ClaimedSubscription,
  SubscriptionClaimsStore,
} from '../subscriptions/subscription-claims.store';
import { SubscriptionRepository } from '../subscriptions/subscription.repository';

/** Claimed at once. */
const BATCH = 500;
/** Billed at once, so that their reads and commits are shared, while payments beside them do not wait for long. */
const CONCURRENCY = 64;
/** Billed at once for all test clocks that this process advances: more, because merchants wait for them. */
const CONCURRENCY_OF_SPACES = 100;

/** Bills subscriptions whose period or trial has ended, and ends those that were to end with it. */
@Injectable()
@Scheduled({ every: '5s', name: 'bill subscriptions', after: [ExpireSessions] })
@FollowsTestClock({ order: 3 })
export class BillSubscriptions implements SpaceSource {
  readonly kind = 'subscription_billed';
  private readonly places = new ConcurrencyLimit(CONCURRENCY);
  private readonly placesOfSpaces = new ConcurrencyLimit(CONCURRENCY_OF_SPACES);

  constructor(
    private readonly commands: Commands,
    private readonly claims: SubscriptionClaimsStore,
    private readonly subscriptions: SubscriptionRepository,
    private readonly guard: ChargeGuardService,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /**
   * Bills all that is due and that no other scheduler is billing, a subscription with several cycles that are due once for
   * each. Begins no more when `signal` aborts. Returns how often it has billed.
   */
  async run(signal?: AbortSignal): Promise<number> {
    const upTo = await this.guard.check(this.clock.now());
    let billed = 0;
    let done: ClaimedSubscription[] = [];
    while (!signal?.aborted) {
      const claimed = await this.claims.claimDue(upTo, this.clock.now(), BATCH, done);
      if (claimed.length === 0) break;
      const billings = claimed.map(({ id }) => this.places.schedule(() => this.tryToBill(id)));
      const wasBilled = await Promise.all(billings);
      done = claimed.filter((_, i) => wasBilled[i]);
      billed += done.length;
    }
    return billed;
  }

  runSpace(appId: string, upTo: Date): Promise<number> {
    const due = (limit: number) => this.subscriptions.dueOfApp(appId, upTo, limit);
    const work = (id: string) => this.placesOfSpaces.schedule(() => this.billOne(id));
    return eachDue({ due, work, concurrency: CONCURRENCY_OF_SPACES }, upTo, this.log);
  }

  nextDue(appId: string, after: Date): Promise<Date | null> {
    return this.subscriptions.nextDue(appId, after);
  }

  /** Returns whether it was billed. A failed one is tried again when its claim has ended, and delays no other. */
  private async tryToBill(id: string): Promise<boolean> {
    try {
      return await this.billOne(id);
    } catch (error) {
      this.log.error({ err: error, id }, 'a subscription could not be billed; it stays due');
      return false;
    }
  }

  /** A charge that the ledger refuses is recorded as failed. */
  private async billOne(id: string): Promise<boolean> {
    try {
      return await this.commands.execute(new BillNextCycle(id));
    } catch (error) {
      const refused = chargeFailureOf(error);
      if (refused === null) throw error;
      return this.commands.execute(new BillNextCycle(id, refused));
    }
  }
}

/** Null where the ledger did not refuse the charge. */
function chargeFailureOf(error: unknown): ChargeFailure | null {
  if (!(error instanceof DomainError)) return null;
  if (error.code === 'INSUFFICIENT_FUNDS') return 'insufficient_funds';
  // The payer's account is frozen or closed.
  return error.code === 'FORBIDDEN' ? 'wallet_unavailable' : null;
}
