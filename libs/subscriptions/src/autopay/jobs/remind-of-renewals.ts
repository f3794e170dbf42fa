import { Injectable } from '@nestjs/common';
import { Clock } from '@app/kernel';
import { Scheduled } from '@app/queue';
import { Commands } from '@app/write-path';
import { type ReminderBatch, type ReminderPlace, RemindPayers } from '../commands/remind-payers';

const BATCH = 500;

/** Reminds payers 7, 3 and 1 days before a cycle is charged to a wallet that does not hold enough. */
@Injectable()
@Scheduled({ every: '10m', name: 'remind payers of renewals' })
export class RemindOfRenewals {
  constructor(
    private readonly commands: Commands,
    private readonly clock: Clock,
  ) {}

  run(): Promise<number> {
    return this.remind(BATCH);
  }

  /** Returns the number of wallets that were checked, so many at a time. */
  async remind(batch: number): Promise<number> {
    const now = this.clock.now();
    let total = 0;
    let place: ReminderPlace | null = null;
    do {
      const { checked, next }: ReminderBatch = await this.commands.execute(
        new RemindPayers(now, batch, place),
      );
      total += checked;
      place = next;
    } while (place !== null);
    return total;
  }
}
