import type { Pool } from 'pg';
import type { Listing } from './listing';
import { walkPage } from './walk';

const LIST: Listing = {
  name: 'numbers',
  rows: 'numbers',
  where: 'true',
  order: 'at DESC, id DESC',
  columns: 'id',
};

interface Row {
  id: number;
}

/** A table of the numbers from `count` down to 1; each row is a second older than the one before. */
function tableOf(count: number) {
  const read = { rows: 0 };
  const query = ({ values }: { values: unknown[] }) => {
    const [limit, skip, , after] = values as [number, number, string?, string?];
    const from = after === undefined ? count - skip : Number(after) - 1;
    const ids = Array.from({ length: Math.max(0, Math.min(limit, from)) }, (_, place) => from - place);
    read.rows += ids.length;
    return Promise.resolve({
      rows: ids.map((id) => ({ id, list_position: [`${id}000000`, String(id)] })),
    });
  };
  return { pool: { query } as unknown as Pool, read };
}

const everyTenth = ({ id }: Row) => id % 10 === 0;

describe('A walk along a list', () => {
  it('fills a page with the rows that it accepts and names the next one', async () => {
    const { pool } = tableOf(100);
    const page = await walkPage<Row>(pool, LIST, [], { per_page: 3 }, everyTenth);
    expect(page.data.map(({ id }) => id)).toEqual([100, 90, 80]);
    expect(page.toJSON()).toMatchObject({ total: 4, total_exact: false, has_next: true });
    const { next_cursor: cursor } = page.toJSON() as { next_cursor: string };
    const next = await walkPage<Row>(pool, LIST, [], { per_page: 3, cursor }, everyTenth);
    expect(next.data.map(({ id }) => id)).toEqual([70, 60, 50]);
  });

  it('ends where the list ends', async () => {
    const { pool } = tableOf(25);
    const page = await walkPage<Row>(pool, LIST, [], { per_page: 3 }, everyTenth);
    expect(page.data.map(({ id }) => id)).toEqual([20, 10]);
    expect(page.toJSON()).toMatchObject({ next_cursor: null, total: 2 });
    expect(page.extra.searched_to).toBeUndefined();
  });

  it('reads 20,000 rows at most and says to which time it has searched', async () => {
    const { pool, read } = tableOf(50_000);
    const page = await walkPage<Row>(pool, LIST, [], { per_page: 3 }, () => false);
    expect(read.rows).toBeLessThan(20_100);
    expect(page.data).toEqual([]);
    expect(page.extra.searched_to).toBe(new Date(30_001 * 1000).toISOString());
    expect(page.toJSON().next_cursor).not.toBeNull();
  });
});
