import { Inject, Injectable } from '@nestjs/common';
import { arrayOf, BatchLoader, inOrder, QUERY_TIMEOUT, POSTGRES_POOL } from '@app/database';
import { type Currency, Money } from '@app/kernel';
import type { Pool } from 'pg';

/** Where an owner's money in one currency stands. */
export interface WalletAccount {
  walletId: string;
  ownerId: string;
  currency: Currency;
  /** Ledger account of what can be spent; the same id as the wallet's. */
  accountId: string;
  /** Ledger account of funds held. */
  lockedAccountId: string;
}

/** A wallet with its balances, as its owner sees it. */
export interface WalletView {
  id: string;
  lockedAccountId: string;
  currency: Currency;
  balance: Money;
  locked: Money;
  isPrimary: boolean;
  gwAccountNumber: string | null;
  gwBankName: string | null;
  /** Number of movements on what can be spent. */
  movements: bigint;
}

interface Row {
  ord: string;
  id: string;
  locked_account_id: string;
  currency_code: Currency;
  balance_minor: string;
  locked_minor: string;
  is_primary: boolean;
  gw_account_number: string | null;
  gw_bank_name: string | null;
  seq: string;
}

interface AccountRow {
  ord: string;
  id: string;
  owner_id: string;
  locked_account_id: string;
  currency_code: Currency;
}

const VIEW = `SELECT w.id, w.locked_account_id, w.currency_code, a.balance_minor, l.balance_minor AS locked_minor, w.is_primary,
         w.gw_account_number, w.gw_bank_name, a.seq
    FROM wallets w
    JOIN ledger.balances a ON a.account_id = w.id
    JOIN ledger.balances l ON l.account_id = w.locked_account_id`;

interface AccountKey {
  ownerId: string;
  currency: Currency | null;
}

/** Reads wallets. Hot reads are named, so that the server plans them once per connection. */
@Injectable()
export class WalletQueries {
  private readonly lists = new BatchLoader((owners: string[]) => this.listsOf(owners));
  private readonly accounts = new BatchLoader((keys: AccountKey[]) => this.accountsOf(keys));

  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  /** All of an owner's wallets, the primary one first. */
  list(ownerId: string): Promise<WalletView[]> {
    return this.lists.read(ownerId);
  }

  /** The owner's wallet in `currency`, or the primary one; null where there is none. */
  async find(ownerId: string, currency?: Currency): Promise<WalletView | null> {
    const { rows } = await this.pool.query<Row>({
      name: 'wallet_find',
      text: `${VIEW} WHERE w.owner_id = $1 AND (w.currency_code = $2 OR ($2 IS NULL AND w.is_primary))`,
      values: [ownerId, currency ?? null],
    });
    return rows[0] ? viewOf(rows[0]) : null;
  }

  /** Like `find`, without the balances. */
  account(ownerId: string, currency?: Currency): Promise<WalletAccount | null> {
    return this.accounts.read({ ownerId, currency: currency ?? null });
  }

  private async listsOf(owners: string[]): Promise<WalletView[][]> {
    const { rows } = await this.pool.query<Row>({
      ...QUERY_TIMEOUT,
      name: 'wallet_lists',
      text: `SELECT k.ord, v.* FROM unnest($1::uuid[]) WITH ORDINALITY AS k(owner, ord),
                    LATERAL (${VIEW} WHERE w.owner_id = k.owner ORDER BY w.is_primary DESC, w.created_at, w.id) v`,
      values: [arrayOf('uuid', owners, (owner) => owner)],
    });
    const lists: WalletView[][] = owners.map(() => []);
    for (const row of rows) lists[+row.ord - 1]!.push(viewOf(row));
    return lists;
  }

  private async accountsOf(keys: AccountKey[]): Promise<(WalletAccount | null)[]> {
    const { rows } = await this.pool.query<AccountRow>({
      ...QUERY_TIMEOUT,
      name: 'wallet_accounts',
      text: `SELECT k.ord, w.id, w.owner_id, w.locked_account_id, w.currency_code
               FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS k(owner, currency, ord)
               JOIN wallets w ON w.owner_id = k.owner
                             AND (w.currency_code = k.currency OR (k.currency IS NULL AND w.is_primary))`,
      values: [
        arrayOf('uuid', keys, ({ ownerId }) => ownerId),
        arrayOf('text', keys, ({ currency }) => currency),
      ],
    });
    return inOrder(keys.length, rows).map((row) => row && accountOf(row));
  }
}

function viewOf(row: Row): WalletView {
  return {
    id: row.id,
    lockedAccountId: row.locked_account_id,
    currency: row.currency_code,
    balance: new Money(BigInt(row.balance_minor), row.currency_code),
    locked: new Money(BigInt(row.locked_minor), row.currency_code),
    isPrimary: row.is_primary,
    gwAccountNumber: row.gw_account_number,
    gwBankName: row.gw_bank_name,
    movements: BigInt(row.seq),
  };
}

function accountOf(row: AccountRow): WalletAccount {
  return {
    walletId: row.id,
    ownerId: row.owner_id,
    currency: row.currency_code,
    accountId: row.id,
    lockedAccountId: row.locked_account_id,
  };
}
