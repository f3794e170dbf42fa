import { Injectable } from '@nestjs/common';
import { UserDirectory } from '@app/accounts';
import type { Page } from '@app/http';
import type { Settlement } from '../providers/payout-provider.port';
import type { Withdrawal } from './withdrawal.aggregate';
import { WithdrawalRoutes } from './withdrawal-routes.service';
import { type WithdrawalFilter, Withdrawals } from './withdrawal.repository';

/** Lists withdrawals for their owners and for staff. */
@Injectable()
export class WithdrawalLists {
  constructor(
    private readonly withdrawals: Withdrawals,
    private readonly directory: UserDirectory,
    private readonly routes: WithdrawalRoutes,
  ) {}

  /** The newest of an owner, newest first. */
  recent(ownerId: string): Promise<Withdrawal[]> {
    return this.withdrawals.recent(ownerId);
  }

  settlementOf(withdrawal: Withdrawal): Settlement {
    return this.routes.settlementOf(withdrawal);
  }

  /** Which of their owners are frozen. */
  async frozenOwners(withdrawals: readonly Withdrawal[]): Promise<Set<string>> {
    const ids = [...new Set(withdrawals.map(({ ownerId }) => ownerId))];
    const standings = await Promise.all(ids.map((id) => this.directory.standingOf(id)));
    return new Set(ids.filter((_, i) => standings[i]?.frozen));
  }

  /** The oldest first. */
  list(filter: WithdrawalFilter, page: number, perPage: number): Promise<Page<Withdrawal>> {
    return this.withdrawals.list(filter, page, perPage);
  }
}
