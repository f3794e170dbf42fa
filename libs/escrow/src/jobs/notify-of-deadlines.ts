import { Inject, Injectable } from '@nestjs/common';
import { Commands } from '@app/write-path';
import { LOGGER } from '@app/http';
import { Clock } from '@app/kernel';
import { type DueList, eachDue } from '@app/queue';
import type { Logger } from 'pino';
import { MarkDeadlinePassed } from '../commands/mark-deadline-passed';
import { Escrows } from '../escrow.repository';

/**
 * Notifies the parties of escrows whose deadline has passed, once each. Any number of these jobs may run at
 * once.
 */
@Injectable()
export class NotifyOfDeadlines {
  constructor(
    private readonly commands: Commands,
    private readonly escrows: Escrows,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Returns the number of escrows whose parties were notified. */
  run(): Promise<number> {
    const deadlines: DueList = {
      due: (limit, upTo) => this.escrows.overdue(upTo, limit),
      work: (id) => this.commands.execute(new MarkDeadlinePassed(id)),
    };
    return eachDue(deadlines, this.clock.now(), this.log);
  }
}
