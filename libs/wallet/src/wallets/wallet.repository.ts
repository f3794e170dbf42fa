import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AggregateStore, UnitOfWork } from '@app/write-path';
import { Clock, type Currency, uuidv7 } from '@app/kernel';
import { LedgerAccountsService } from '@app/ledger';
import { Repository } from 'typeorm';
import { Wallet } from './wallet.aggregate';

/** Loads wallets and stages their writes. */
@Injectable()
export class WalletRepository extends AggregateStore<Wallet> {
  constructor(
    @InjectRepository(Wallet) rows: Repository<Wallet>,
    unit: UnitOfWork,
    private readonly accounts: LedgerAccountsService,
    private readonly clock: Clock,
  ) {
    super(rows, unit);
  }

  /**
   * Stages a new wallet with its two ledger accounts. When another request opens the owner's wallet in this currency
   * first, or another primary one, the command starts over and finds it.
   */
  openWallet(ownerId: string, currency: Currency, isPrimary: boolean): Wallet {
    const now = this.clock.now();
    const [id, lockedAccountId] = [uuidv7(now), uuidv7(now)];
    const wallet = Wallet.open({ id, lockedAccountId, ownerId, currency, isPrimary, createdAt: now });
    this.unit.stage({
      sql: `INSERT INTO wallets (id, locked_account_id, owner_id, currency_code, is_primary, version, created_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
      parameters: [id, lockedAccountId, ownerId, currency, isPrimary, (wallet.version = 1), now],
      // No row: the wallet exists by now. Its accounts are opened after it, so that they are those of this row.
      expectedRows: 1,
    });
    this.accounts.openAccounts([
      { id, ownerId, code: 'available', currency },
      { id: lockedAccountId, ownerId, code: 'locked', currency },
    ]);
    this.publishEvents(wallet);
    return wallet;
  }
}
