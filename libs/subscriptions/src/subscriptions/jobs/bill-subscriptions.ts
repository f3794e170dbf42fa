import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@app/http';
import { Clock } from '@app/kernel';
import { type DueList, eachDue } from '@app/queue';
import type { SpaceSource } from '@app/test-clock';
import { Commands } from '@app/write-path';
import type { Logger } from 'pino';
import { BillNextCycle } from '../commands/bill-next-cycle';
import { Subscriptions } from '../subscription.repository';

/** Billed at once; each opens a checkout session. */
const CONCURRENCY = 8;

/** Bills subscriptions whose period or trial has ended, and ends those that were to end with it. */
@Injectable()
export class BillSubscriptions implements SpaceSource {
  readonly kind = 'subscription_billed';

  constructor(
    private readonly commands: Commands,
    private readonly subscriptions: Subscriptions,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Returns the number of subscriptions that were due. */
  run(): Promise<number> {
    return this.bill(this.clock.now(), (limit, upTo) => this.subscriptions.due(upTo, limit));
  }

  runSpace(appId: string, upTo: Date): Promise<number> {
    return this.bill(upTo, (limit) => this.subscriptions.dueOfApp(appId, upTo, limit));
  }

  nextDue(appId: string, after: Date): Promise<Date | null> {
    return this.subscriptions.nextDue(appId, after);
  }

  private bill(upTo: Date, due: DueList['due']): Promise<number> {
    const work = (id: string) => this.commands.execute(new BillNextCycle(id));
    return eachDue({ due, work, concurrency: CONCURRENCY }, upTo, this.log);
  }
}
