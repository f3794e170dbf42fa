import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AggregateStore, StaleAggregate, UnitOfWork } from '@app/write-path';
import { Clock, notFound } from '@app/kernel';
import { IsNull, Repository } from 'typeorm';
import { MAX_SAVED_ACCOUNTS, savedAlready, tooManyAccounts } from './saved-account.errors';
import { PayoutAccount } from './payout-account.aggregate';

/** Loads saved accounts for their owner; other accounts find none. */
@Injectable()
export class PayoutAccountRepository extends AggregateStore<PayoutAccount> {
  private readonly numbered = this.loaderBy('number');

  constructor(
    @InjectRepository(PayoutAccount) rows: Repository<PayoutAccount>,
    unit: UnitOfWork,
    private readonly clock: Clock,
  ) {
    super(rows, unit, {
      payout_accounts_fingerprint_key: savedAlready,
      // Another command took the place: the command starts over and takes a free one.
      payout_accounts_slot_key: () => new StaleAggregate(),
    });
  }

  /** A number that was not used before. */
  async nextNumber(): Promise<string> {
    const [row] = await this.rows.query<{ number: string }[]>(
      `SELECT nextval(pg_get_serial_sequence('payout_accounts', 'number')) AS number`,
    );
    return row!.number;
  }

  /** A free place among the owner's five. Throws LIMIT_REACHED. `number` spreads rivals over the free places. */
  async freeSlot(ownerId: string, number: string): Promise<number> {
    const taken = new Set((await this.savedBy(ownerId)).map(({ slot }) => slot));
    const free = Array.from({ length: MAX_SAVED_ACCOUNTS }, (_, index) => index + 1).filter(
      (slot) => !taken.has(slot),
    );
    if (free.length === 0) throw tooManyAccounts();
    return free[Number(BigInt(number) % BigInt(free.length))]!;
  }

  /** The saved accounts of an owner, the oldest first. */
  async savedBy(ownerId: string): Promise<PayoutAccount[]> {
    const accounts = await this.findBy({ ownerId, deletedAt: IsNull() });
    return accounts.sort((a, b) => Number(a.number) - Number(b.number));
  }

  /** Null where the owner has no such account, or has deleted it. */
  async find(ownerId: string, number: string): Promise<PayoutAccount | null> {
    const account = await this.numbered.read(number);
    return account?.ownerId === ownerId && account.deletedAt === null ? account : null;
  }

  async byOwner(ownerId: string, number: string): Promise<PayoutAccount> {
    const account = await this.find(ownerId, number);
    if (!account) throw notFound('Payout account');
    return account;
  }

  /** Stages the deletion of all accounts of an owner. */
  eraseAll(ownerId: string): void {
    this.unit.stage({
      sql: `UPDATE payout_accounts SET slot = NULL, fingerprint = NULL, details_ciphertext = NULL, deleted_at = $2,
              version = version + 1
            WHERE owner_id = $1 AND deleted_at IS NULL`,
      parameters: [ownerId, this.clock.now()],
    });
  }
}
