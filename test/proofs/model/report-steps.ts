import { SealJournals } from '@app/ledger';
import { POSTGRES_POOL } from '@app/database';
import { isUuid } from '@app/kernel';
import * as fc from 'fast-check';
import type { Pool } from 'pg';
import { meets, number, refused } from './ask';
import type { Line, ReferenceWallet } from './reference-books';
import { shown } from './read-steps';
import type { Service } from './service';
import { accountAt, currency, nat, pick, Step } from './step';

const DAY_MS = 86_400_000;
const DAYS = 7;
/** Names and tags of counterparties are shorter, so that none contains such a text. */
const MIN_TEXT = 21;

/** Reads figures, totals and filtered pages of one wallet, wherever the follower is. */
export const reportsRead = fc
  .record({
    account: nat,
    currency,
    type: nat,
    page: fc.integer({ min: 1, max: 3 }),
    limit: fc.integer({ min: 1, max: 7 }),
  })
  .map(
    (request) =>
      new Step('Reports', request, async (world, service) => {
        const account = accountAt(world, request.account);
        const { books } = world;
        const wallet = books.accounts[account]!.wallet(request.currency);
        const read = (path: string) => service.of(account, 'GET', path);
        const of = `&currency=${request.currency}`;
        const overview = await read(`analytics.php?action=overview&period=${DAYS}d${of}`);
        if (!wallet) return meets(overview, refused(404, 'NOT_FOUND'));
        meets(overview, overviewOf(wallet, books.now));
        meets(await read(`analytics.php?action=flows&period=${DAYS}d${of}`), flowsOf(wallet, books.now));
        meets(
          await read(`analytics.php?action=breakdown&period=${DAYS}d${of}`),
          breakdownOf(wallet, books.now),
        );
        expect(await lifetime(service, account, request.currency)).toEqual(totalsOf(wallet));
        const types = [...new Set(wallet.lines.map(({ journal }) => journal.type))];
        if (types.length === 0) return;
        const { page, limit } = request;
        const type = pick(types, request.type);
        const filtered = `wallet.php?action=history${of}&type=${type}&page=${page}&limit=${limit}`;
        meets(
          await read(filtered),
          pageOf(wallet, ({ journal }) => journal.type === type, page, limit),
        );
        const q = pick(wallet.lines, request.type).reference;
        // An id finds its transaction, not the texts that contain it.
        if (q === null || q.length < MIN_TEXT || isUuid(q)) return;
        const searched = `wallet.php?action=history${of}&q=${encodeURIComponent(q)}&page=${page}&limit=${limit}`;
        const isFound = (line: Line) => [line.reference, line.description].some((text) => contains(text, q));
        meets(await read(searched), pageOf(wallet, isFound, page, limit));
      }),
  );

/** Folds a few movements, as many as there are, or some in a transaction that ends as that of a killed process. */
export const foldsDone = fc.record({ most: fc.integer({ min: 1, max: 40 }), isKilled: fc.boolean() }).map(
  (request) =>
    new Step('Fold', request, async ({ books }, { platform }) => {
      await platform.inside('scheduler', SealJournals).run();
      const client = await (platform.inside('scheduler', POSTGRES_POOL as never) as Pool).connect();
      try {
        await client.query('BEGIN');
        await client.query('SELECT * FROM ledger.fold_movements($1, $2)', [
          new Date(books.now),
          request.most,
        ]);
        await client.query(request.isKilled ? 'ROLLBACK' : 'COMMIT');
      } finally {
        client.release();
      }
    }),
);

const sum = (changes: readonly bigint[]) => changes.reduce((a, b) => a + b, 0n);
const inOf = (lines: readonly Line[]) =>
  sum(lines.map(({ change }) => change).filter((change) => change > 0n));
const outOf = (lines: readonly Line[]) =>
  -sum(lines.map(({ change }) => change).filter((change) => change < 0n));

const midnight = (now: number, daysBefore: number) => Math.floor(now / DAY_MS) * DAY_MS - daysBefore * DAY_MS;

function overviewOf({ lines }: ReferenceWallet, now: number) {
  const from = midnight(now, DAYS - 1);
  const recent = lines.filter(({ at }) => at >= from && at <= now);
  const before = lines.filter(({ at }) => at >= from - DAYS * DAY_MS && at <= now - DAYS * DAY_MS);
  const fields = {
    inflow: number(inOf(recent)),
    outflow: number(outOf(recent)),
    net: number(inOf(recent) - outOf(recent)),
    transactions: recent.length,
    ...(before.length === 0 && { change: { transactions: recent.length === 0 ? 0 : null } }),
  };
  return { status: 200 as const, fields };
}

function flowsOf({ lines }: ReferenceWallet, now: number) {
  const data = Array.from({ length: DAYS }, (_, day) => {
    const from = midnight(now, DAYS - 1 - day);
    const own = lines.filter(({ at }) => at >= from && at < from + DAY_MS && at <= now);
    return {
      date: new Date(from).toISOString().slice(0, 10),
      inflow: number(inOf(own)),
      outflow: number(outOf(own)),
    };
  });
  return { status: 200 as const, fields: { data } };
}

function breakdownOf({ lines, currency: code }: ReferenceWallet, now: number) {
  const recent = lines.filter(({ at }) => at >= midnight(now, DAYS - 1) && at <= now);
  const types = [...new Set(recent.map(({ journal }) => journal.type))];
  const rows = types.map((type) => {
    const own = recent.filter(({ journal }) => journal.type === type);
    return { type: type as string, count: own.length, in: inOf(own), out: outOf(own) };
  });
  // Those with most money moved first.
  rows.sort((a, b) => {
    const more = b.in + b.out - (a.in + a.out);
    return more === 0n ? (a.type < b.type ? -1 : 1) : more > 0n ? 1 : -1;
  });
  const data = rows.map((row) => ({ ...row, in: number(row.in), out: number(row.out) }));
  return { status: 200 as const, fields: { currency: code, data } };
}

async function lifetime(service: Service, account: number, code: string) {
  const { body } = await service.of(account, 'GET', 'transactions.php?action=totals');
  const rows = body.lifetime as { type: string; currency: string; count: number; in: number; out: number }[];
  return inOrder(rows.filter((row) => row.currency === code).map(({ currency: _, ...row }) => row));
}

function totalsOf({ lines }: ReferenceWallet) {
  const types = [...new Set(lines.map(({ journal }) => journal.type))];
  return inOrder(
    types.map((type) => {
      const own = lines.filter(({ journal }) => journal.type === type);
      return { type: type as string, count: own.length, in: number(inOf(own)), out: number(outOf(own)) };
    }),
  );
}

const inOrder = <T extends { type: string }>(rows: T[]) => rows.sort((a, b) => a.type.localeCompare(b.type));

function pageOf(wallet: ReferenceWallet, isFound: (line: Line) => boolean, page: number, most: number) {
  const own = [...wallet.lines].reverse().filter(isFound);
  const data = own.slice((page - 1) * most, page * most).map((line) => shown(line, wallet));
  return { status: 200 as const, fields: { data: { total: own.length, page, data } } };
}

const contains = (text: string | null, part: string) =>
  text?.toLowerCase().includes(part.toLowerCase()) ?? false;
