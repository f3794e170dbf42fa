import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@app/http';
import { Clock } from '@app/kernel';
import { eachDue, Scheduled } from '@app/queue';
import type { Logger } from 'pino';
import { ChargebackRepository } from '../chargeback.repository';
import { ReadChargebacks } from '../flows/read-chargebacks';

/** Asks the company for new chargebacks, and about those that have not ended: it has no event that says so. */
@Injectable()
@Scheduled({ every: '15m', name: 'read chargebacks' })
export class PollChargebacks {
  constructor(
    private readonly chargebacks: ChargebackRepository,
    private readonly reading: ReadChargebacks,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Returns the number of chargebacks that the company has named. */
  async run(): Promise<number> {
    const named = await this.reading.readNew();
    const due = (limit: number, upTo: Date) => this.chargebacks.toAsk(upTo, limit);
    const work = (id: string) => this.ask(id);
    return named + (await eachDue({ due, work }, this.clock.now(), this.log));
  }

  private async ask(id: string): Promise<boolean> {
    const { providerId } = await this.chargebacks.byId(id);
    return this.reading.readOne(providerId);
  }
}
