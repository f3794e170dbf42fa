import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ALL_PROOFS } from '@app/backoffice';
import { Config } from '@app/config';
import { appDataSourceOptions, poolOf, serviceAccountId } from '@app/database';
import { BalanceAfter, type Journal, PendingWrites } from '@app/write-path';
import { type Currency, Money, uuidv7 } from '@app/kernel';
import { LedgerVerificationService, SealAuditEntries, SealJournals } from '@app/ledger';
import { Client, type Pool } from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { commitUnits } from '../../libs/write-path/src/commit/commit-units';
import { ProofRules } from '../../libs/ledger/src/proofs/rules/proof-rules';
import { RunningProofService } from '../../libs/ledger/src/proofs/running-proof.service';
import { createTestDatabase } from './database';

export const RULES = new ProofRules(ALL_PROOFS);

export const newId = (): string => uuidv7(new Date());
export const ngn = (minor: number | bigint): Money => new Money(BigInt(minor), 'NGN');

/** A ledger without an app: a database, the restricted connection of the apps, and that of the owner. */
export class Books {
  private constructor(
    readonly config: Config,
    readonly dataSource: DataSource,
    readonly owner: Client,
    private readonly drop: () => Promise<void>,
  ) {}

  static async open(): Promise<Books> {
    const database = await createTestDatabase();
    const closes = mkdtempSync(path.join(os.tmpdir(), 'payments-closes-'));
    const config = Config.from({
      DATABASE_URL: database.url,
      DATABASE_TIMEOUT_SECONDS: '60',
      NODE_ENV: 'test',
      CLOSES_DIR: closes,
    });
    const dataSource = new DataSource(appDataSourceOptions(config) as DataSourceOptions);
    await dataSource.initialize();
    const owner = new Client({ connectionString: database.url });
    await owner.connect();
    return new Books(config, dataSource, owner, async () => {
      rmSync(closes, { recursive: true });
      await database.drop();
    });
  }

  /** The pool of the apps, with their restricted role. */
  get app(): Pool {
    return poolOf(this.dataSource);
  }

  async openAccount(currency: Currency = 'NGN', minor = 0): Promise<string> {
    const id = newId();
    await this.app.query(
      'SELECT ledger.open_accounts(now(), ARRAY[$1::uuid], ARRAY[$2::uuid], ARRAY[$3], ARRAY[$4])',
      [...[id, newId(), 'available', currency]],
    );
    if (minor > 0) await this.fund(id, new Money(BigInt(minor), currency));
    return id;
  }

  async fund(account: string, amount: Money): Promise<void> {
    const opening = serviceAccountId('opening-balances', amount.currency);
    await commitUnits(this.app, [movement(opening, account, amount)], new Date(), true);
  }

  async balanceOf(account: string): Promise<bigint> {
    const { rows } = await this.owner.query<{ balance_minor: string }>(
      'SELECT balance_minor FROM ledger.balances WHERE account_id = $1',
      [account],
    );
    return BigInt(rows[0]!.balance_minor);
  }

  /** Seals the journals and audit entries that can be sealed now. Open transactions on the server delay the others. */
  async sealOnce(): Promise<void> {
    await new SealJournals(this.app).run();
    await new SealAuditEntries(this.app).run();
  }

  /** Seals all journals and audit entries, and waits for open transactions of other tests on the same server. */
  async seal(): Promise<void> {
    for (;;) {
      await this.sealOnce();
      const { rows } = await this.owner.query<{ unsealed: boolean }>(
        `SELECT (SELECT count(*) FROM ledger.journals) <> (SELECT count(*) FROM ledger.seals)
             OR (SELECT count(*) FROM audit_log) <> (SELECT count(*) FROM ledger.audit_seals) AS unsealed`,
      );
      if (!rows[0]!.unsealed) return;
      await pause(10);
    }
  }

  /** Waits until the given number of connections to this database wait for a lock. */
  async lockWaits(count: number): Promise<void> {
    for (;;) {
      await this.owner.query('SELECT pg_stat_clear_snapshot()');
      const { rows } = await this.owner.query<{ waiting: string }>(
        `SELECT count(*) AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      if (Number(rows[0]!.waiting) >= count) return;
      await pause(5);
    }
  }

  async faults(): Promise<string[]> {
    const { faults } = await LedgerVerificationService.of(this.app, this.config, ALL_PROOFS).verify();
    return faults.map(({ check, row }) => `${check}: ${row}`);
  }

  /** The faults that one run of the verification finds. */
  async runningFaults(): Promise<string[]> {
    const found: string[] = [];
    await new RunningProofService(this.app, RULES).runSteps(
      ({ check, row }) => void found.push(`${check}: ${row}`),
    );
    return found;
  }

  async close(): Promise<void> {
    await this.dataSource.destroy();
    await this.owner.end();
    await this.drop();
  }
}

/** A unit of work that moves `amount` (and a fee) between two accounts, with a key if one is given. */
export function movement(
  from: string,
  to: string,
  amount: Money,
  { fee = 0, key }: { fee?: number; key?: string } = {},
): PendingWrites {
  const pendingWrites = new PendingWrites();
  const feeMoney = new Money(BigInt(fee), amount.currency);
  const journal: Journal = {
    id: newId(),
    eventId: newId(),
    type: 'transfer',
    amount,
    fee: feeMoney,
    related: { type: 'test', id: 'test' },
    legs: [
      { accountId: from, amount: amount.plus(feeMoney).negated() },
      { accountId: to, amount },
      { accountId: serviceAccountId('transfer-fees', amount.currency), amount: feeMoney },
    ].filter((leg) => !leg.amount.isZero),
  };
  pendingWrites.journals.push(journal);
  pendingWrites.balanceAfter = new BalanceAfter(from);
  pendingWrites.answer = { status: 200, body: JSON.stringify({ new_balance: pendingWrites.balanceAfter }) };
  if (key)
    pendingWrites.idempotency = {
      principalId: PRINCIPAL,
      key,
      operation: 'POST transfer',
      fingerprint: Buffer.from(key),
    };
  return pendingWrites;
}

const PRINCIPAL = newId();
