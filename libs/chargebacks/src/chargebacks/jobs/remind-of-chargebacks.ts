import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@app/http';
import { addSeconds, Clock } from '@app/kernel';
import { eachDue, Scheduled } from '@app/queue';
import { Commands } from '@app/write-path';
import type { Logger } from 'pino';
import { ChargebackRepository } from '../chargeback.repository';
import { RemindOfChargeback } from '../commands/remind-of-chargeback';

const BEFORE_SECONDS = 12 * 3600;

/** Reminds owners of chargebacks that they have not answered, once, twelve hours before that is too late. */
@Injectable()
@Scheduled({ every: '1m', name: 'remind of chargebacks' })
export class RemindOfChargebacks {
  constructor(
    private readonly commands: Commands,
    private readonly chargebacks: ChargebackRepository,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Returns the number of reminders. */
  run(): Promise<number> {
    const now = this.clock.now();
    const due = (limit: number) => this.chargebacks.toRemind(now, addSeconds(now, BEFORE_SECONDS), limit);
    const work = (id: string) => this.commands.execute(new RemindOfChargeback(id));
    return eachDue({ due, work }, now, this.log);
  }
}
