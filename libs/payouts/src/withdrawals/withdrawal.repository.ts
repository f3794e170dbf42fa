import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { isUuid, notFound } from '@app/kernel';
import type { PayoutMethod } from '@app/ledger';
import { AggregateStore, UnitOfWork } from '@app/write-path';
import { DataSource, IsNull } from 'typeorm';
import { Withdrawal } from './withdrawal.aggregate';
import { payoutReferenceTaken } from './withdrawal.errors';

/** Loads withdrawals and stages their writes. */
@Injectable()
export class Withdrawals extends AggregateStore<Withdrawal> {
  constructor(@InjectDataSource() dataSource: DataSource, unit: UnitOfWork) {
    super(Withdrawal, dataSource, unit, { withdrawals_settled_reference: payoutReferenceTaken });
  }

  async byId(id: string): Promise<Withdrawal> {
    const withdrawal = isUuid(id) ? await this.findOneBy({ id: id.toLowerCase() }) : null;
    if (!withdrawal) throw notFound('Withdrawal');
    return withdrawal;
  }

  /** Ids of withdrawals of this method that are to be sent or asked about by now. */
  due(method: PayoutMethod, now: Date, limit: number): Promise<string[]> {
    return this.idsDue('dueAt', now, limit, { method });
  }

  /** Ids of withdrawals without an end, initiated before `before`, of which staff have not been alerted. */
  async late(before: Date, limit: number): Promise<string[]> {
    return this.idsDue('createdAt', before, limit, { processedAt: IsNull(), alertedAt: IsNull() });
  }

  /** Changes a withdrawal and stages it; where it fails by that, its amount is taken off the daily limit. */
  saveWithCount(withdrawal: Withdrawal, change: () => void): void {
    const { status: before } = withdrawal;
    change();
    const { ownerId, limitDay: day, limitCents, status } = withdrawal;
    if (status === 'failed' && before !== 'failed')
      this.unit.countOutgoing({
        ownerId,
        day,
        cents: -limitCents,
        cap: 0n,
        refusal: () => new Error('What is taken off a limit is never refused.'),
      });
    this.save(withdrawal);
  }
}
