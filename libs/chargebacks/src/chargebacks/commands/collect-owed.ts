import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { POSTGRES_POOL } from '@app/database';
import { Money } from '@app/kernel';
import type { Pool } from 'pg';
import { ChargebackRepository } from '../chargeback.repository';

/** Takes what an owner owes for a chargeback from the balance, as far as it goes; false where there is nothing to take. */
export class CollectOwed extends Command<boolean> {
  constructor(readonly id: string) {
    super();
  }
}

@CommandHandler(CollectOwed)
export class CollectOwedHandler implements ICommandHandler<CollectOwed> {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly chargebacks: ChargebackRepository,
  ) {}

  async execute({ id }: CollectOwed): Promise<boolean> {
    const chargeback = await this.chargebacks.byId(id);
    const { rows } = await this.pool.query<{ minor: string }>(
      'SELECT balance_minor AS minor FROM ledger.balances WHERE account_id = $1',
      [chargeback.accountId],
    );
    const { owed } = chargeback;
    const available = new Money(BigInt(rows[0]?.minor ?? 0), owed.currency);
    const amount = available.compare(owed) < 0 ? available : owed;
    if (amount.isZero) return false;
    chargeback.collect(amount);
    this.chargebacks.save(chargeback);
    return true;
  }
}
