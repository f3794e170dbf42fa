import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@app/http';
import { Clock, DomainError } from '@app/kernel';
import { eachDue, Scheduled } from '@app/queue';
import { Commands } from '@app/write-path';
import type { Logger } from 'pino';
import { ChargebackRepository } from '../chargeback.repository';
import { CollectOwed } from '../commands/collect-owed';

/** Takes what owners owe for chargebacks from what has come in, until nothing is owed. */
@Injectable()
@Scheduled({ every: '30s', name: 'collect owed balances' })
export class CollectOwedBalances {
  constructor(
    private readonly commands: Commands,
    private readonly chargebacks: ChargebackRepository,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Returns the number of chargebacks for which something was taken. */
  run(): Promise<number> {
    const due = (limit: number) => this.chargebacks.collectable(limit);
    return eachDue({ due, work: (id) => this.collect(id) }, this.clock.now(), this.log);
  }

  private async collect(id: string): Promise<boolean> {
    try {
      return await this.commands.execute(new CollectOwed(id));
    } catch (error) {
      // The balance fell, or was frozen, in between: the next run finds what is there.
      if (error instanceof DomainError) return false;
      throw error;
    }
  }
}
