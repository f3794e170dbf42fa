import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@app/write-path';
import { Clock, type Currency } from '@app/kernel';

export interface NewAccount {
  id: string;
  ownerId: string;
  /** The purpose of the account, e.g. `available` or `locked`. */
  code: string;
  currency: Currency;
}

/** Opens customers' ledger accounts, in the unit of work that opens their wallet. */
@Injectable()
export class LedgerAccountsService {
  constructor(
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  openAccounts(accounts: NewAccount[]): void {
    this.unit.stage({
      sql: 'SELECT ledger.open_accounts($1, $2::uuid[], $3::uuid[], $4::text[], $5::text[])',
      parameters: [
        this.clock.now(),
        accounts.map(({ id }) => id),
        accounts.map(({ ownerId }) => ownerId),
        accounts.map(({ code }) => code),
        accounts.map(({ currency }) => currency),
      ],
    });
  }
}
