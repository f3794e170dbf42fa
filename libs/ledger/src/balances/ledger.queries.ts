import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { type Currency, Money } from '@app/kernel';
import type { Pool } from 'pg';
import { REVERSAL_KEY } from '../money/reversal.money';
import { type Movement, MOVEMENT_COLUMNS, movementOf, type MovementRow, MOVEMENTS } from './movement.view';
import { UNSEALED } from '../proofs/rules/check';

/** An account of a customer, or of the service itself. */
export interface LedgerAccount {
  id: string;
  /** The purpose of the account. */
  code: string;
  /** Null: the service itself. */
  ownerId: string | null;
  balance: Money;
  /** Number of movements; null for the service's own accounts, whose movements are not counted. */
  movements: bigint | null;
}

/** A movement on one of the service's own accounts: numbered across all of them and without a balance. */
export interface ServiceMovement {
  journalId: string;
  type: string;
  amount: Money;
  createdAt: Date;
}

export interface TrialBalanceRow {
  code: string;
  currency: Currency;
  accounts: number;
  /** The service's own account; there is one per code and currency. */
  accountId: string | null;
  balance: Money;
}

const WITH_BALANCES = `ledger.accounts a
  LEFT JOIN ledger.balances b ON b.account_id = a.id
  LEFT JOIN ledger.service_balances s ON s.account_id = a.id
  LEFT JOIN (${UNSEALED}) u ON u.account_id = a.id`;
const BALANCE = 'coalesce(b.balance_minor, coalesce(s.balance_minor, 0) + coalesce(u.amount, 0))';

/** Reads the books. */
@Injectable()
export class LedgerQueries {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  /** Movements numbered above `after` and up to `last`, oldest first. */
  async movementsBetween(accountId: string, after: bigint, last: bigint): Promise<Movement[]> {
    const { rows } = await this.pool.query<MovementRow>(
      `SELECT ${MOVEMENT_COLUMNS} FROM ${MOVEMENTS} WHERE l.account_id = $1 AND l.seq > $2 AND l.seq <= $3 ORDER BY l.seq`,
      [accountId, after.toString(), last.toString()],
    );
    return rows.map(movementOf);
  }

  /**
   * Movements with `before > seq`, newest first. The cost is the same at any depth, because seq has no gaps.
   */
  async movementsBefore(accountId: string, before: bigint, limit: number): Promise<Movement[]> {
    const { rows } = await this.pool.query<MovementRow>({
      name: 'ledger_movements_before',
      text: `SELECT ${MOVEMENT_COLUMNS} FROM ${MOVEMENTS} WHERE l.account_id = $1 AND l.seq < $2 AND l.seq >= $3 ORDER BY l.seq DESC`,
      values: [accountId, before.toString(), (before - BigInt(limit)).toString()],
    });
    return rows.map(movementOf);
  }

  /** The movements of one journal on these accounts; empty where it has none. */
  async ofJournal(journalId: string, accountIds: readonly string[]): Promise<Movement[]> {
    const { rows } = await this.pool.query<MovementRow>(
      `SELECT ${MOVEMENT_COLUMNS} FROM ledger.journals j
         CROSS JOIN LATERAL unnest(j.accounts, j.seqs) AS named(account_id, seq)
         JOIN ledger.legs l ON l.account_id = named.account_id AND l.seq = named.seq
         JOIN ledger.accounts a ON a.id = l.account_id
         LEFT JOIN ledger.once o ON o.key = '${REVERSAL_KEY}' || j.id
        WHERE j.id = $1 AND named.account_id = ANY($2::uuid[]) ORDER BY l.amount_minor`,
      [journalId, accountIds],
    );
    return rows.map(movementOf);
  }

  /** Any account, with its balance in the trial balance. */
  async account(id: string): Promise<LedgerAccount | null> {
    const { rows } = await this.pool.query<{
      id: string;
      code: string;
      owner_id: string | null;
      currency: Currency;
      balance: string;
      seq: string | null;
    }>(
      `SELECT a.id, a.code, a.owner_id, a.currency, ${BALANCE} AS balance, b.seq FROM ${WITH_BALANCES} WHERE a.id = $1`,
      [id],
    );
    const [row] = rows;
    if (!row) return null;
    return {
      id: row.id,
      code: row.code,
      ownerId: row.owner_id,
      balance: new Money(BigInt(row.balance), row.currency),
      movements: row.seq === null ? null : BigInt(row.seq),
    };
  }

  /**
   * Movements on an account of the service, newest first, among the newest `journals` of all accounts. The
   * limit is needed because the movements of such an account are not ordered by time and are too many to sort.
   */
  async serviceMovements(
    { id, balance: { currency } }: LedgerAccount,
    journals: number,
    limit: number,
  ): Promise<ServiceMovement[]> {
    const { rows } = await this.pool.query<{ id: string; type: string; amount: string; created_at: Date }>(
      `SELECT j.id, j.type, named.amount, j.created_at
         FROM (SELECT * FROM ledger.journals ORDER BY xid DESC, id DESC LIMIT $2) j
        CROSS JOIN LATERAL unnest(j.accounts, j.amounts) AS named(account_id, amount)
        WHERE named.account_id = $1 ORDER BY j.xid DESC, j.id DESC LIMIT $3`,
      [id, journals, limit],
    );
    return rows.map((row) => ({
      journalId: row.id,
      type: row.type,
      amount: new Money(BigInt(row.amount), currency),
      createdAt: row.created_at,
    }));
  }

  /** Balance of each kind of account by currency. The balances of one currency sum to zero. */
  async trialBalance(): Promise<TrialBalanceRow[]> {
    const { rows } = await this.pool.query<{
      code: string;
      currency: Currency;
      accounts: string;
      account_id: string | null;
      balance: string;
    }>(
      `SELECT a.code, a.currency, count(*) AS accounts,
              (array_agg(a.id) FILTER (WHERE a.owner_id IS NULL))[1] AS account_id, sum(${BALANCE}) AS balance
         FROM ${WITH_BALANCES}
        GROUP BY a.code, a.currency ORDER BY a.currency, a.code`,
    );
    return rows.map((row) => ({
      code: row.code,
      currency: row.currency,
      accounts: +row.accounts,
      accountId: row.account_id,
      balance: new Money(BigInt(row.balance), row.currency),
    }));
  }
}
