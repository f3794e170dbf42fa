import 'reflect-metadata';
import { type DynamicModule, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AccountsModule } from '@app/accounts';
import { ChargesModule } from '@app/charges';
import { CheckoutModule } from '@app/checkout';
import { Config } from '@app/config';
import { POSTGRES_POOL } from '@app/database';
import { DepositsModule } from '@app/deposits';
import { EscrowModule } from '@app/escrow';
import { FxModule } from '@app/fx';
import { CardGatewaysModule } from '@app/gateways';
import { foundation } from '@app/http';
import { LedgerModule } from '@app/ledger';
import { MerchantsModule } from '@app/merchants';
import { BillSubscriptions, SubscriptionsModule } from '@app/subscriptions';
import { GatewayExchangesModule } from '@app/trail';
import { WalletModule } from '@app/wallet';
import { Commands } from '@app/write-path';
import type { Pool } from 'pg';
import { BillNextCycle } from '../libs/subscriptions/src/commands/bill-next-cycle';
import type { Outcome } from '../libs/write-path/src/commit/commit-units';
import { TransactionCommitter } from '../libs/write-path/src/commit/transaction-committer';
import type { PendingWrites } from '../libs/write-path/src/unit-of-work/pending-writes';

/** What a scheduler needs to bill subscriptions, without its other jobs and workers. */
@Module({})
class Renewing {
  static with(config: Config): DynamicModule {
    return {
      module: Renewing,
      imports: [
        ...foundation('scheduler', config),
        ...[LedgerModule, AccountsModule, MerchantsModule, FxModule, WalletModule, ChargesModule],
        ...[DepositsModule, EscrowModule, CheckoutModule, SubscriptionsModule],
        GatewayExchangesModule,
        CardGatewaysModule.for('live', 'test'),
      ],
    };
  }
}

const WORKERS = 8;
const isAlone = process.argv.includes('--alone');

/** Every renewal in a transaction of its own. */
function commitAlone(): void {
  TransactionCommitter.prototype.commit = function (pendingWrites: PendingWrites): Promise<Outcome> {
    const committer = this as unknown as { commitAlone(work: PendingWrites): Promise<Outcome> };
    return committer.commitAlone(pendingWrites);
  };
}

/** Opens all connections and keeps them, so that they can be limited to some of the cores. */
async function openAll(pool: Pool): Promise<void> {
  pool.options.idleTimeoutMillis = 0;
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  for (const client of clients) client.release();
}

/** Bills all that is due when asked by its parent, to which it sends the number. */
async function main(): Promise<void> {
  if (isAlone) commitAlone();
  const config = Config.from(process.env);
  const app = await NestFactory.createApplicationContext(Renewing.with(config), { logger: ['error'] });
  const job = app.get(BillSubscriptions, { strict: false });
  const [commands, pool] = [
    app.get(Commands, { strict: false }),
    app.get<Pool>(POSTGRES_POOL, { strict: false }),
  ];

  await openAll(pool);

  const billByWorkers = async (): Promise<number> => {
    const { rows } = await pool.query<{ id: string }>(
      `SELECT id FROM subscriptions WHERE mode = 'live' AND due_at <= now() ORDER BY due_at`,
    );
    const left = rows.map(({ id }) => id);
    const work = async () => {
      for (let id = left.pop(); id; id = left.pop()) await commands.execute(new BillNextCycle(id));
    };
    await Promise.all(Array.from({ length: WORKERS }, work));
    return rows.length;
  };
  process.on(
    'message',
    () => void (isAlone ? billByWorkers() : job.run()).then((count) => process.send!(count)),
  );
  process.on('disconnect', () => process.exit());
  process.send!('ready');
}

main().catch((error: Error) => {
  console.error(error.stack);
  process.exit(1);
});
