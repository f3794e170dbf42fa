import { Inject, Injectable } from '@nestjs/common';
import { EventBus } from '@nestjs/cqrs';
import { POSTGRES_POOL } from '@app/database';
import { type Currency, Money } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import type { Pool } from 'pg';
import { BalanceGivenUp } from '../money/closing.money';

/** Available balances below 1.00, the smallest amount of a payout, can be given up. */
const SMALLEST_PAYOUT_MINOR = 100n;

/** Money of an owner on one account. */
export interface HeldBalance {
  accountId: string;
  /** Whether it is held in escrow. */
  isLocked: boolean;
  amount: Money;
}

/** The money of an account that is being closed. */
@Injectable()
export class ClosingBalancesService {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly eventBus: EventBus,
    private readonly unit: UnitOfWork,
  ) {}

  /** Balances other than zero, by currency. */
  async of(ownerId: string): Promise<HeldBalance[]> {
    const { rows } = await this.pool.query<{ id: string; code: string; currency: Currency; minor: string }>(
      `SELECT a.id, a.code, a.currency, b.balance_minor AS minor
         FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
        WHERE a.owner_id = $1 AND b.balance_minor <> 0 ORDER BY a.currency, a.code`,
      [ownerId],
    );
    return rows.map(({ id: accountId, code, currency, minor }) => ({
      accountId,
      isLocked: code === 'locked',
      amount: new Money(BigInt(minor), currency),
    }));
  }

  /** Whether it is too little to be paid out. */
  isRest({ isLocked, amount }: HeldBalance): boolean {
    return !isLocked && amount.minor < SMALLEST_PAYOUT_MINOR;
  }

  /**
   * Stages that these balances go to the service. The command starts over where the owner holds anything else when it
   * commits. To be called after the closing itself, which locks all balances.
   */
  giveUp(ownerId: string, rest: readonly HeldBalance[]): void {
    const amounts = Object.fromEntries(
      rest.map(({ accountId, amount }) => [accountId, amount.minor.toString()]),
    );
    this.unit.stage({
      sql: `SELECT WHERE NOT EXISTS (
              SELECT FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
               WHERE a.owner_id = $1 AND b.balance_minor <> coalesce(($2::jsonb ->> a.id::text)::bigint, 0))`,
      parameters: [ownerId, JSON.stringify(amounts)],
      expectedRows: 1,
    });
    for (const { accountId, amount } of rest)
      this.eventBus.publish(new BalanceGivenUp(accountId, ownerId, 'live', { accountId, amount }));
  }
}
