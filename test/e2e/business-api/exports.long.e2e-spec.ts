import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { MovementFoldingService, MovementExtentsQueries } from '@app/ledger';
import { commitUnits } from '../../../libs/write-path/src/commit/commit-units';
import { MOVEMENT_COLUMNS, MOVEMENTS } from '../../../libs/ledger/src/balances/movement.view';
import { SearchPlacesService } from '../../../libs/search/src/search-places.service';
import { TransactionListQueries } from '../../../libs/wallet/src/history/transaction-list.queries';
import { TransactionExportsService } from '../../../libs/analytics/src/exports/transaction-exports.service';
import { ExportPlacesService } from '../../../libs/analytics/src/exports/export-places.service';
import { POSTGRES_POOL } from '@app/database';
import { eventually } from '../../support/eventually';
import { movement, ngn } from '../../support/books';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';

const COUNT = 5_100;

/** One merchant with more transactions than an export has, some of which are folded. */
describe('totals and exports of transactions.php', () => {
  let platform: Platform;
  let merchant: TestMerchant;
  /** Receives what the merchant pays. */
  let other: TestMerchant;
  let wallet: string;
  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
    await platform.holdJobs();
    merchant = await platform.merchant();
    await platform.fund(merchant, 'NGN', '1000000.00');
    const [row] = await platform.sql<{ id: string }>('SELECT id FROM wallets WHERE owner_id = $1', [
      merchant.id,
    ]);
    wallet = row!.id;
    other = await platform.merchant();
    const [to] = await platform.sql<{ id: string }>('SELECT id FROM wallets WHERE owner_id = $1', [other.id]);
    const pool = platform.inside('business', POSTGRES_POOL as never) as never;
    for (let done = 0; done < COUNT; done += 300) {
      const works = Array.from({ length: 300 }, (_, i) => {
        const work = movement(wallet, to!.id, ngn(100), { fee: 1 });
        work.journals[0]!.description = i === 0 ? '=HYPERLINK("http://x")' : `row ${done + i}`;
        work.journals[0]!.type = i % 100 === 7 ? 'invoice' : 'transfer';
        return work;
      });
      await commitUnits(pool, works, platform.clock.now(), true);
      if (done === 3000) {
        await platform.sealJournals();
        await platform.inside('scheduler', MovementFoldingService).fold();
      }
    }
    await platform.sql('ANALYZE');
  });
  afterAll(() => platform.proveAndStop());

  const ask = (query: string, key = merchant.live.secret_key) =>
    platform.get('business', `transactions.php?action=${query}`, { key });
  const listed = async (query = '') => (await ask(`list${query}`)).body.data;

  it('sum to the balance by type and currency, of all time and of the month', async () => {
    const { body } = await ask('totals');
    expect(body.lifetime).toEqual([
      { type: 'adjustment', currency: 'NGN', count: 1, in: 1_000_000, out: 0 },
      { type: 'transfer', currency: 'NGN', count: 5049, in: 0, out: 5099.49 },
      { type: 'invoice', currency: 'NGN', count: 51, in: 0, out: 51.51 },
    ]);
    expect(body.month).toEqual(body.lifetime);
    const moved = body.lifetime.reduce(
      (sum: number, row: { in: number; out: number }) => sum + row.in - row.out,
      0,
    );
    expect(moved.toFixed(2)).toBe(await platform.balanceOf({ key: merchant.live.secret_key }));
  });

  it('look up each journal by its id, in a small ledger too', async () => {
    const rows = await platform.sql<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT m.* FROM unnest($1::uuid[], $2::bigint[]) AS k(account_id, seq)
                CROSS JOIN LATERAL (SELECT ${MOVEMENT_COLUMNS} FROM ${MOVEMENTS} WHERE l.account_id = k.account_id AND l.seq = k.seq OFFSET 0) m`,
      [Array<string>(1000).fill(wallet), Array.from({ length: 1000 }, (_, i) => i + 1)],
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index Scan using journals_0_pkey/);
    expect(plan).not.toMatch(/Seq Scan on journals_/);
  });

  it('find a text in movements of any age, and say how far they searched', async () => {
    // Some of the movements are indexed, and the newest are not folded.
    const [fold] = await platform.sql<{ indexed: boolean; behind: boolean }>(
      `SELECT f.indexed_to > 2500 AS indexed, f.folded_to < b.seq AS behind FROM ledger.folds f JOIN ledger.balances b USING (account_id)
        WHERE account_id = $1`,
      [wallet],
    );
    expect(fold).toEqual({ indexed: true, behind: true });
    const rows = ['ROW 17', 'row 171', 'row 1711', 'Row 5', 'no such row'];
    const found = await Promise.all(rows.slice(1, 3).map((q) => listed(`&q=${q}&limit=100`)));
    expect(found.map(({ total, data }) => [total, data.length])).toEqual([
      [11, 11],
      [1, 1],
    ]);
    expect(found[0].data[10].description).toBe('row 171');
    expect(found[0]).not.toHaveProperty('total_exact');
    expect(await listed('&q=no%20such%20row')).toMatchObject({ total: 0, data: [], next_cursor: null });
    // More than are counted: pages and cursors show each once.
    const numbers: string[] = [];
    for (let cursor = ''; ;) {
      const page = await listed(`&q=ROW%2017&limit=50${cursor}`);
      expect(page).toMatchObject({ total: 101, total_exact: false });
      expect(page).not.toHaveProperty('searched_to');
      numbers.push(...page.data.map(({ description }: { description: string }) => description));
      if (!page.next_cursor) break;
      cursor = `&cursor=${page.next_cursor}`;
    }
    const expected = Array.from({ length: COUNT }, (_, i) => `row ${i}`).filter((text) =>
      text.startsWith('row 17'),
    );
    expect(numbers.sort()).toEqual(expected.sort());
    expect((await listed('&q=row%2017&limit=50&page=3')).data).toHaveLength(expected.length - 100);
    const ofType = await listed('&q=row%202&type=invoice');
    expect(
      ofType.data.every(
        ({ type, description }: Record<string, string>) =>
          type === 'invoice' && description!.startsWith('row 2'),
      ),
    ).toBe(true);
    expect([ofType.total, ofType.data.length]).toEqual([11, 11]);
  });

  it('search three texts of an account at once', async () => {
    const places = platform.inside('business', SearchPlacesService);
    let end!: () => void;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const held = [1, 2, 3].map(() => places.hold(merchant.id, 'a text', () => ended));
    const { status, body } = await ask('list&q=row');
    expect([status, body.error_code, body.retry_after]).toEqual([429, 'RATE_LIMITED', 1]);
    expect((await ask('list')).status).toBe(200);
    end();
    await Promise.all(held);
    expect((await ask('list&q=row')).status).toBe(200);
  });

  it('pages of a rare type and of a time are those of the whole list, at any depth', async () => {
    const all: { uuid: string; type: string; created_at: string }[] = [];
    for (let cursor = ''; ;) {
      const page = await listed(`&limit=100${cursor}`);
      all.push(...page.data);
      if (!page.next_cursor) break;
      cursor = `&cursor=${page.next_cursor}`;
    }
    expect(all).toHaveLength(COUNT + 1);
    const rare = all.filter(({ type }) => type === 'invoice');
    for (const page of [1, 4, 6]) {
      const found = await listed(`&type=invoice&limit=10&page=${page}`);
      expect(found.total).toBe(rare.length);
      expect(found.data).toEqual(rare.slice((page - 1) * 10, page * 10));
    }
    const history = await platform.get('business', 'wallet.php?action=history&type=invoice&limit=10&page=5', {
      key: merchant.live.secret_key,
    });
    expect(history.body.data).toMatchObject({ total: rare.length, page: 5 });
    expect(history.body.data.data.map(({ uuid }: { uuid: string }) => uuid)).toEqual(
      rare.slice(40, 50).map(({ uuid }) => uuid),
    );
    const instant = all[2000]!.created_at;
    const before = all.filter(({ created_at }) => created_at < instant);
    const found = await listed(`&to=${instant}&limit=5`);
    expect([found.total, found.data]).toEqual([before.length, before.slice(0, 5)]);
    const named = await listed(`&q=${rare[3]!.uuid}`);
    expect([named.total, named.data]).toEqual([1, [rare[3]]]);
  });

  it('export the newest 5,000 as CSV that no spreadsheet executes, with the number of all', async () => {
    const { status, headers, text } = await ask('export');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers.get('content-disposition')).toBe('attachment; filename="transactions.csv"');
    expect(headers.get('x-total-count')).toBe(String(COUNT + 1));
    expect(headers.get('x-truncated')).toBe('true');
    const lines = text.split('\r\n');
    expect(lines).toHaveLength(5002);
    expect(lines[0]).toMatch(/^"created_at","uuid","type","direction","amount","fee"/);
    expect(text).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(text).not.toMatch(/"=/);
    const [newest] = (await listed('&limit=1')).data;
    expect(lines[1]).toContain(`"${newest.uuid}","transfer","debit","1.00","0.01","NGN","completed"`);
  });

  it('export JSON records of a type, in a range, and of one currency', async () => {
    const { body, headers } = await ask('export&format=json&type=invoice');
    expect(headers.get('x-truncated')).toBe('false');
    expect(body).toHaveLength(51);
    expect(body.slice(0, 5)).toEqual((await listed('&type=invoice&limit=5')).data);
    expect((await ask('export&format=json&to=2020-01-01')).body).toEqual([]);
    expect((await ask('export&currency=GHS')).status).toBe(404);
    expect((await ask('export&format=xml')).status).toBe(400);
  });

  it.each([
    [1000, {}],
    // 51 movements fill three parts.
    [17, { type: 'invoice' }],
    [20, { type: 'invoice' }],
  ])('has each movement in one part of at most %d: %j', async (size, filter) => {
    const expected = await platform.sql<{ uuid: string }>(
      `SELECT journal_id AS uuid FROM ledger.legs WHERE account_id = $1 AND ($2::text IS NULL OR type = $2) ORDER BY seq DESC`,
      [wallet, 'type' in filter ? filter.type : null],
    );
    const extents = platform.inside('business', MovementExtentsQueries);
    const exports = platform.inside('business', TransactionExportsService);
    const [extent] = await extents.of([wallet], filter);
    const parts = await extents.parts(extent!, filter, size);
    expect(parts).toHaveLength(Math.ceil(expected.length / size));
    const range = { ownerId: merchant.id, accountId: wallet, format: 'json', filter } as const;
    const uuids: string[] = [];
    for (const part of parts) {
      const body = await exports.part({ ...range, ...part, asOf: platform.clock.now() }, '198.51.100.9');
      const rows = JSON.parse(await textOf(body)) as { uuid: string }[];
      const ends = [rows.length, rows[0]!.uuid, rows.at(-1)!.uuid];
      expect(ends).toEqual([part.rows, part.firstId, part.lastId]);
      uuids.push(...rows.map(({ uuid }) => uuid));
    }
    expect(uuids).toEqual(expected.map(({ uuid }) => uuid));
  });

  it('links to all in parts, which need no key and end with the key that made them', async () => {
    const app = await platform.people.createApp(merchant, 'live');
    const links = () =>
      platform.post(
        'business',
        'transactions.php?action=export-links',
        { format: 'json' },
        { key: app.secret_key },
      );
    const { body } = await links();
    expect(body.rows).toBe(COUNT + 1);
    expect(body.parts).toHaveLength(1);
    const [part] = body.parts;
    // What is booked later does not belong to the part.
    await platform.fund(merchant, 'NGN', '1.00');
    const fetched = await fetch(part.url);
    const rows = (await fetched.json()) as { uuid: string }[];
    expect([rows.length, rows[0]!.uuid, rows.at(-1)!.uuid]).toEqual([
      part.rows,
      part.first_uuid,
      part.last_uuid,
    ]);
    expect((await fetch(part.url.replace('token=', 'token=x'))).status).toBe(404);
    // An address lives for a day.
    platform.clock.advance({ days: 1 });
    expect((await fetch(part.url)).status).toBe(404);
    const [later] = (await links()).body.parts;
    expect((await fetch(later.url)).status).toBe(200);
    await platform.sql('UPDATE merchant_apps SET revoked_at = now() WHERE id = $1', [app.app_id]);
    expect((await fetch(later.url)).status).toBe(404);
    const session = await platform.signUp();
    const none = await platform.post(
      'app',
      'transactions.php?action=export-links',
      {},
      { token: session.token },
    );
    expect(none.body).toMatchObject({ rows: 0, parts: [] });
  });

  it('are sent to two readers of an account and three of an address; a reader that is gone gives its place back', async () => {
    const { places } = platform.inside('business', ExportPlacesService) as unknown as {
      places: { held: ReadonlyMap<string, number> };
    };
    const inUse = () => places.held.get('all') ?? 0;
    const { hostname, port } = new URL(platform.urls.business);
    // The exports of these readers wait for their first rows, since all rows could fit into the buffers of a socket.
    const lists = platform.inside('business', TransactionListQueries);
    const exportPage = lists.exportPage.bind(lists);
    let goOn!: () => void;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const pages = jest.spyOn(lists, 'exportPage').mockImplementation(async (...page) => {
      await held;
      return exportPage(...page);
    });
    const open = ({ live }: TestMerchant) => {
      const socket = connect(Number(port), hostname);
      socket.write(
        `GET /api/transactions.php?action=export&format=json HTTP/1.1\r\nHost: x\r\nX-API-Key: ${live.secret_key}\r\n\r\n`,
      );
      return socket;
    };
    const refusal = async ({ live }: TestMerchant, headers = {}) => {
      const path = 'transactions.php?action=export&format=json';
      const { status, body } = await platform.get('business', path, { key: live.secret_key, headers });
      return [status, body.error_code];
    };
    const readers = [open(merchant), open(merchant)];
    await eventually(() => inUse() === 2);
    const elsewhere = { 'x-forwarded-for': '198.51.100.7' };
    expect(await refusal(merchant, elsewhere)).toEqual([429, 'RATE_LIMITED']);
    readers.push(open(other));
    await eventually(() => inUse() === 3);
    expect(await refusal(other)).toEqual([429, 'RATE_LIMITED']);
    pages.mockImplementation(exportPage);
    expect(await refusal(other, elsewhere)).toEqual([200, undefined]);
    expect(inUse()).toBe(3);
    for (const reader of readers) reader.destroy();
    goOn();
    await eventually(() => inUse() === 0);
    expect((await ask('export')).status).toBe(200);
  });
});
