import { Inject, Injectable } from '@nestjs/common';
import { DueTimeService } from '@app/database';
import { LOGGER } from '@app/http';
import { Clock } from '@app/kernel';
import { type DueList, eachDue, Scheduled } from '@app/queue';
import { FollowsTestClock, type SpaceSource } from '@app/test-clock';
import type { Logger } from 'pino';
import { CardChargeRepository } from '../card-charge.repository';
import { CollectCardCharge } from '../flows/collect-card-charge';

/** Requests to the payment company that one process sends at a time. */
const CONCURRENCY = 8;

/** Sends charges of saved cards whose intent is committed, and asks about those whose outcome is not known. */
@Injectable()
@Scheduled({ every: '5s', name: 'charge saved cards' })
@FollowsTestClock({ order: 4 })
export class ChargeCards implements SpaceSource {
  readonly kind = 'card_charged';

  constructor(
    private readonly charges: CardChargeRepository,
    private readonly flow: CollectCardCharge,
    private readonly clock: Clock,
    private readonly dueTime: DueTimeService,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Returns the number of charges that came to an end. */
  async run(): Promise<number> {
    return this.collect(await this.dueTime.earlierOf(this.clock.now()), (limit, upTo) =>
      this.charges.due(upTo, limit),
    );
  }

  runSpace(appId: string, upTo: Date): Promise<number> {
    return this.collect(upTo, (limit) => this.charges.dueOfApp(appId, upTo, limit));
  }

  nextDue(appId: string, after: Date): Promise<Date | null> {
    return this.charges.nextDue(appId, after);
  }

  private collect(upTo: Date, due: DueList['due']): Promise<number> {
    const work = (id: string) => this.flow.collect(id);
    return eachDue({ due, work, concurrency: CONCURRENCY }, upTo, this.log);
  }
}
