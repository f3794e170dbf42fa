import { UserDirectoryQueries } from '@app/accounts';
import { LedgerQueries, MergedMovementsQueries, MovementSumsQueries } from '@app/ledger';
import { SearchPlacesService } from '../../libs/search/src/search-places.service';
import { TransactionStatusesService } from '../../libs/wallet/src/history/transaction-statuses.service';
import { TransactionsQueries } from '@app/wallet';
import { Pool } from 'pg';
import { MovementSearchQueries } from '../../libs/ledger/src/balances/movement-search.queries';
import { WalletQueries } from '../../libs/wallet/src/wallets/wallet.queries';
import type { Scene } from '../support/figures';
import { fillOneAccount } from '../support/journals';
import { settlePeople, userId, walletId } from '../support/people';
import type { Server } from '../support/server';
import { timed } from '../support/timed';

const DATABASE = 'bench_history';
const MOVEMENTS = 500_000;
const LIMIT = 20;

/** The history of one wallet with 500,000 movements. Each page has the exact total. */
export async function historyScene(server: Server): Promise<Scene> {
  const config = await server.create(DATABASE);
  await settlePeople(config);
  await fillOneAccount(server, DATABASE, MOVEMENTS);
  await server.settle(DATABASE);
  const pool = new Pool({ connectionString: config.env.DATABASE_URL, max: 4 });
  const queries = new TransactionsQueries(
    new WalletQueries(pool),
    new LedgerQueries(pool),
    new UserDirectoryQueries(pool),
    new MergedMovementsQueries(pool, new MovementSumsQueries(pool), new MovementSearchQueries(pool)),
    new TransactionStatusesService(),
    new SearchPlacesService(),
  );
  const page = async (number: number) => {
    const { data, total } = await queries.history(userId(0), { page: number, limit: LIMIT });
    if (data.length !== LIMIT || total !== MOVEMENTS + 1) throw new Error('not the page that was asked for');
  };

  return {
    variants: [
      timed('page-1', () => page(1)),
      timed('page-1000', () => page(1000)),
      timed('offset-1000', () => offsetPage(pool, 1000)),
    ],
    async close() {
      await pool.end();
      await server.drop(DATABASE);
    },
  };
}

/** The same page with OFFSET and COUNT: the database skips the earlier rows and counts all of them. */
async function offsetPage(pool: Pool, number: number): Promise<void> {
  const from = `ledger.legs l JOIN ledger.journals j ON j.id = l.journal_id JOIN ledger.accounts a ON a.id = l.account_id
                LEFT JOIN users u ON u.id = l.counterparty_id WHERE l.account_id = $1`;
  await pool.query({
    name: 'offset_total',
    text: 'SELECT count(*) FROM ledger.legs WHERE account_id = $1',
    values: [walletId(0)],
  });
  await pool.query({
    name: 'offset_page',
    text: `SELECT l.*, j.fee_minor, j.reference, j.description, j.metadata, a.currency, u.usertag, u.first_name, u.last_name
             FROM ${from} ORDER BY l.seq DESC LIMIT $2 OFFSET $3`,
    values: [walletId(0), LIMIT, (number - 1) * LIMIT],
  });
}
