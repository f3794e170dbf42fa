import { Injectable } from '@nestjs/common';
import type { Page } from '@app/http';
import type { Withdrawal } from './withdrawal.aggregate';
import { type WithdrawalFilter, Withdrawals } from './withdrawal.repository';

/** Lists withdrawals for their owners and for staff. */
@Injectable()
export class WithdrawalLists {
  constructor(private readonly withdrawals: Withdrawals) {}

  /** The newest of an owner, newest first. */
  recent(ownerId: string): Promise<Withdrawal[]> {
    return this.withdrawals.recent(ownerId);
  }

  /** The oldest first. */
  list(filter: WithdrawalFilter, page: number, perPage: number): Promise<Page<Withdrawal>> {
    return this.withdrawals.list(filter, page, perPage);
  }
}
