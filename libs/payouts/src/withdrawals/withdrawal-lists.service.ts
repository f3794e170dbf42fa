import { Injectable } from '@nestjs/common';
import { UserDirectoryQueries } from '@app/accounts';
import type { Page, PageQuery } from '@app/http';
import type { Settlement } from '../providers/payout-provider.port';
import type { Withdrawal } from './withdrawal.aggregate';
import { WithdrawalRoutesService } from './withdrawal-routes.service';
import { type WithdrawalFilter, WithdrawalRepository } from './withdrawal.repository';

/** Lists withdrawals for their owners and for staff. */
@Injectable()
export class WithdrawalListsService {
  constructor(
    private readonly withdrawals: WithdrawalRepository,
    private readonly directory: UserDirectoryQueries,
    private readonly routes: WithdrawalRoutesService,
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
  list(filter: WithdrawalFilter, page: PageQuery): Promise<Page<Withdrawal>> {
    return this.withdrawals.list(filter, page);
  }
}
