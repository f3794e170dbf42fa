import { Injectable } from '@nestjs/common';
import type { Movement } from '@app/ledger';

export type TransactionStatus = 'pending' | 'completed' | 'failed';

/** The status of a transaction, and since when; before that it was pending. */
export interface KnownStatus {
  status: TransactionStatus;
  since: Date;
}

/** Reads the statuses of transactions by their ids. */
export type StatusReader = (ids: readonly string[]) => Promise<ReadonlyMap<string, KnownStatus>>;

/** Statuses of transactions that are not completed by their booking. The context of each type registers its reader. */
@Injectable()
export class TransactionStatusesService {
  private readonly readers = new Map<string, StatusReader>();

  register(type: string, reader: StatusReader): void {
    this.readers.set(type, reader);
  }

  /** By transaction; what is missing is completed. With `asOf`, as they were before that instant. */
  async of(movements: readonly Movement[], asOf?: Date): Promise<ReadonlyMap<string, TransactionStatus>> {
    const statuses = new Map<string, TransactionStatus>();
    for (const [type, reader] of this.readers) {
      const ids = movements.filter((movement) => movement.type === type).map(({ journalId }) => journalId);
      if (ids.length === 0) continue;
      for (const [id, { status, since }] of await reader([...new Set(ids)]))
        statuses.set(id, asOf !== undefined && since >= asOf ? 'pending' : status);
    }
    return statuses;
  }
}
