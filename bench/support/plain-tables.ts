import { DataSource } from 'typeorm';
import { ENTITIES } from '../plain/entities';
import { FEE_STRIPES, feeStripe } from '../plain/transfers';
import type { Server } from './server';

/** Creates the tables of the plain service beside those of the product, with the same balances. */
export async function createPlainTables(server: Server, database: string): Promise<void> {
  const dataSource = new DataSource({
    type: 'postgres',
    url: server.urlOf(database),
    entities: ENTITIES,
    synchronize: true,
  });
  await dataSource.initialize();
  await dataSource.destroy();
  await server.run(
    `INSERT INTO plain_accounts (id, currency, "balanceMinor", seq)
     SELECT account_id, currency, balance_minor, seq FROM ledger.balances`,
    database,
  );
  await server.run(
    `INSERT INTO plain_accounts (id, currency, "balanceMinor", seq) SELECT id, 'NGN', 0, 0 FROM unnest($1::uuid[]) AS id`,
    database,
    [Array.from({ length: FEE_STRIPES }, (_, n) => feeStripe(n))],
  );
}
