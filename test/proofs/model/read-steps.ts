import * as fc from 'fast-check';
import { meets, number, refused, text } from './ask';
import type { Line, ReferenceWallet } from './reference-books';
import type { Service } from './service';
import { accountAt, currency, nat, Step } from './step';
import type { World } from './world';

export const balancesRead = fc
  .record({ account: nat, currency: fc.option(currency, { nil: undefined }) })
  .map(
    (request) =>
      new Step('Balance', request, async (world, service) => {
        const account = accountAt(world, request.account);
        const wallet = world.books.accounts[account]!.wallet(request.currency);
        const path = `wallet.php?action=balance${request.currency ? `&currency=${request.currency}` : ''}`;
        const reply = await service.of(account, 'GET', path);
        meets(reply, wallet ? balanceOf(world, wallet) : refused(404, 'NOT_FOUND'));
      }),
  );

const pageNumber = fc.integer({ min: 1, max: 4 });
const limit = fc.integer({ min: 1, max: 30 });

export const historiesRead = fc.record({ account: nat, currency, page: pageNumber, limit }).map(
  (request) =>
    new Step('History', request, async (world, service) => {
      const account = accountAt(world, request.account);
      const wallet = world.books.accounts[account]!.wallet(request.currency);
      const path = `wallet.php?action=history&currency=${request.currency}&page=${request.page}&limit=${request.limit}`;
      const reply = await service.of(account, 'GET', path);
      meets(reply, wallet ? pageOf(wallet, request.page, request.limit) : refused(404, 'NOT_FOUND'));
    }),
);

/** Compares the balances of every wallet, free and held. */
export async function compareBalances({ books }: World, { platform, ids }: Service): Promise<void> {
  const rows = await platform.sql<{ wallet: string; free: string; held: string }>(
    `SELECT w.owner_id || ' ' || w.currency_code AS wallet, free.balance_minor AS free, held.balance_minor AS held
       FROM wallets w
       JOIN ledger.balances free ON free.account_id = w.id
       JOIN ledger.balances held ON held.account_id = w.locked_account_id
      WHERE w.owner_id = ANY($1)`,
    [ids],
  );
  const expected = books.accounts.flatMap(({ wallets }, account) =>
    [...wallets.values()].map(({ currency: code, balance, locked }) => ({
      wallet: `${ids[account]} ${code}`,
      free: String(balance),
      held: String(locked),
    })),
  );
  const inOrder = (wallets: typeof rows) => wallets.sort((a, b) => a.wallet.localeCompare(b.wallet));
  expect(inOrder(rows)).toEqual(inOrder(expected));
}

/** Compares every balance and every line of every history at the end of a run. */
export async function compareEverything(world: World, service: Service): Promise<void> {
  for (const [account, { wallets, primary }] of world.books.accounts.entries()) {
    const standing = await service.of(account, 'GET', 'wallet.php?action=balance');
    meets(standing, balanceOf(world, wallets.get(primary)!));
    for (const wallet of wallets.values()) {
      const of = `&currency=${wallet.currency}`;
      meets(await service.of(account, 'GET', `wallet.php?action=balance${of}`), balanceOf(world, wallet));
      for (let page = 1; page === 1 || (page - 1) * 100 < wallet.lines.length; page++) {
        const path = `wallet.php?action=history${of}&limit=100&page=${page}`;
        meets(await service.of(account, 'GET', path), pageOf(wallet, page, 100));
      }
    }
  }
}

function balanceOf({ books }: World, { balance, locked, currency: code, lines }: ReferenceWallet) {
  const today = new Date(books.now);
  const since = Date.UTC(today.getUTCFullYear(), today.getUTCMonth());
  const month = lines.filter(({ at }) => at >= since).map(({ change }) => change);
  const sum = (changes: bigint[]) => number(changes.reduce((a, b) => a + b, 0n));
  return {
    status: 200 as const,
    fields: {
      balance: text(balance),
      locked_balance: text(locked),
      currency: code,
      month_in: sum(month.filter((change) => change > 0n)),
      month_out: sum(month.filter((change) => change < 0n).map((change) => -change)),
    },
  };
}

export function pageOf(wallet: ReferenceWallet, page: number, most: number) {
  const newestFirst = [...wallet.lines].reverse();
  const data = newestFirst.slice((page - 1) * most, page * most).map((line) => shown(line, wallet));
  return { status: 200 as const, fields: { data: { total: wallet.lines.length, page, data } } };
}

export function shown(line: Line, wallet: ReferenceWallet): object {
  const isDebit = line.change < 0n;
  return {
    ...(line.uuid && { uuid: line.uuid }),
    type: line.journal.type,
    direction: isDebit ? 'debit' : 'credit',
    status: line.journal.isReversed ? 'reversed' : (line.journal.status ?? 'completed'),
    amount: number(isDebit ? -line.change - line.fee : line.change),
    fee: number(line.fee),
    currency: wallet.currency,
    balance_after: number(line.balance),
    description: line.description,
    reference: line.reference,
    counterparty: line.counterparty === null ? null : { usertag: line.counterparty },
    created_at: new Date(line.at).toISOString(),
  };
}
