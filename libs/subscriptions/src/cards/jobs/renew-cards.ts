import { Injectable } from '@nestjs/common';
import { Clock } from '@app/kernel';
import { Scheduled } from '@app/queue';
import { Commands } from '@app/write-path';
import { AskForCards } from '../commands/ask-for-cards';

const BATCH = 500;

/** Asks customers for another card 30 days before their saved one ends. */
@Injectable()
@Scheduled({ every: '10m', name: 'ask payers to renew expiring cards' })
export class RenewCards {
  constructor(
    private readonly commands: Commands,
    private readonly clock: Clock,
  ) {}

  /** Returns the number of cards that were asked for. */
  async run(): Promise<number> {
    for (let total = 0; ;) {
      const asked = await this.commands.execute(new AskForCards(this.clock.now(), BATCH));
      total += asked;
      if (asked < BATCH) return total;
    }
  }
}
