import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@app/http';
import { Clock } from '@app/kernel';
import { eachDue, Scheduled } from '@app/queue';
import type { Logger } from 'pino';
import { ChargebackRepository } from '../chargeback.repository';
import { SendAnswer } from '../flows/send-answer';

/** Sends answers to chargebacks. Any number may run at once: each answer is claimed before it is sent. */
@Injectable()
@Scheduled({ every: '30s', name: 'send answers to chargebacks' })
export class SendAnswers {
  constructor(
    private readonly chargebacks: ChargebackRepository,
    private readonly answer: SendAnswer,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Returns how many answers the company has taken or refused. */
  run(): Promise<number> {
    const due = (limit: number, upTo: Date) => this.chargebacks.toSend(upTo, limit);
    return eachDue({ due, work: (id) => this.answer.send(id) }, this.clock.now(), this.log);
  }
}
