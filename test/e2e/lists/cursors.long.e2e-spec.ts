import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { uuidv7 } from '@app/kernel';
import { readActions } from '../../proofs/attack/actions';
import { Owner } from '../../proofs/attack/owner';
import { eventually } from '../../support/eventually';
import type { HttpAnswer } from '../../support/http-client';
import type { TestMerchant } from '../../support/people';
import { APPS, type Platform, startPlatform } from '../../support/platform';
import { ACCOUNT_LISTS } from './account-lists';
import type { List, Readers } from './list';
import { type Row, RowSource } from './row-source';
import { STAFF_LISTS } from './staff-lists';

const LISTS = [...ACCOUNT_LISTS, ...STAFF_LISTS];
const ROWS = 30;
const WRITERS = 64;
const LIMIT = '&per_page=7';
const DAY_MS = 86_400_000;

/** Lists whose rows are movements of the ledger. They are tested below, with transfers. */
const OF_MOVEMENTS = ['/api/wallet.php/history', '/api/transactions.php/list'];
/** Its rows are numbered without gaps, so that they are added otherwise. */
const NOTIFICATIONS = '/api/notifications.php/list';
/** Actions whose `page` or `limit` is not that of a list. */
const NO_LISTS: Readonly<Record<string, string>> = {
  '/api/admin.php/explain/timeline': 'the entries of one object: explain.long.e2e-spec.ts',
  '/api/admin.php/kyc/document': 'page of a document',
  '/api/business.php/events/list': 'the feed goes on after a sequence number',
  '/api/events.php/list': 'the feed goes on after a sequence number',
  '/api/transactions.php/explain': 'the entries of one object: explain.long.e2e-spec.ts',
};

interface Listed {
  data: Row[];
  total: number;
  next_cursor: string | null;
  page?: number;
  has_next?: boolean;
  has_prev?: boolean;
  has_more?: boolean;
}

let platform: Platform;
let readers: Readers;
let source: RowSource;
let receiver: Server;

beforeAll(async () => {
  platform = await startPlatform({ apps: APPS, env: { RATE_LIMITS: 'false' } });
  receiver = createServer((request, response) => request.resume().on('end', () => response.end('ok')));
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const friend = await platform.merchant();
  await platform.fund(friend, 'NGN', '1000000.00');
  const owner = await Owner.open(platform, endpoint, friend);
  readers = {
    merchant: owner.merchant,
    other: await platform.merchant(),
    staff: await platform.staff('admin'),
    endpoint: String(owner.idOf('live', 'webhook')),
  };
  source = new RowSource(platform);
});
afterAll(async () => {
  await source?.end();
  receiver?.closeAllConnections();
  receiver?.close();
  // The rows that were added are no bookings, so the books are not verified.
  await platform?.stop();
});

const ask = (
  list: List,
  query: string,
  account: TestMerchant = readers.merchant,
  host = list.host,
  by = list.by(readers, account),
): Promise<HttpAnswer> => platform.get(host, `${list.url(readers)}${query}`, by);

async function page(...args: Parameters<typeof ask>): Promise<Listed> {
  const { status, body, text } = await ask(...args);
  if (status !== 200) throw new Error(`${args[0].actions[0]}: ${status} ${text}`);
  return (body.next_cursor === undefined ? body.data : body) as Listed;
}

const nameOf = ({ field }: List, row: Row): string =>
  String(field.split('.').reduce<unknown>((value, key) => (value as Row)[key], row));

const MILLISECOND = new Date().toISOString().slice(0, -1);
/** Three rows of each microsecond, so that a page ends between rows of the same time. Later rows stand at an end. */
const placed = ({ time }: List, nth: number): Row => {
  if (!time) return nth < ROWS ? {} : { id: uuidv7(new Date()) };
  return { [time]: `${MILLISECOND}${String(Math.floor(nth / 3)).padStart(3, '0')}Z` };
};
/** A row that its account's list shows after all others. */
const older = ({ time }: List): Row =>
  time ? { [time]: new Date(Date.now() - DAY_MS).toISOString() } : { id: uuidv7(new Date(0)) };

async function add(list: List, count: number, values: (nth: number) => Row, account = readers.merchant) {
  const rows = await source.add(list, count, (nth) => ({ ...list.owned?.(account), ...values(nth) }));
  return rows.map((row) => String(row[list.column ?? 'id']));
}

const perPage = ({ actions }: List): string =>
  /requests|subscriptions/.test(actions[0]!) ? LIMIT.replace('per_page', 'limit') : LIMIT;

describe.each(LISTS.map((list) => [list.actions[0]!, list] as const))('%s', (_, list) => {
  const limit = perPage(list);
  let earlier: string[];

  beforeAll(async () => {
    earlier = await add(list, ROWS, (nth) => placed(list, nth));
  });

  it('lists each earlier row once while 64 writers add rows before, between and after them', async () => {
    const seen: string[] = [];
    let found = await page(list, limit);
    expect(found).toMatchObject({ total: expect.any(Number), next_cursor: expect.any(String) });
    for (let number = 1; ; number++) {
      seen.push(...found.data.map((row) => nameOf(list, row)));
      if (found.next_cursor === null || earlier.every((name) => seen.includes(name))) break;
      const { next_cursor: cursor } = found;
      const writing = Array.from({ length: WRITERS }, (__, writer) =>
        add(list, 1, () => placed(list, writer % 16 === 0 ? (number * 7 + writer) % ROWS : ROWS + writer)),
      );
      [found] = await Promise.all([page(list, `${limit}&cursor=${cursor}`), ...writing]);
    }
    expect(seen.filter((name, place) => seen.indexOf(name) !== place)).toEqual([]);
    expect(earlier.filter((name) => !seen.includes(name))).toEqual([]);
  });

  it('has twenty rows on a page unless the caller asks otherwise', async () => {
    expect((await page(list, '')).data).toHaveLength(20);
  });

  it('goes on after a row that was deleted, and ends with null', async () => {
    const first = await page(list, limit);
    const last = nameOf(list, first.data.at(-1)!);
    const expected = await page(list, `${limit}&cursor=${first.next_cursor}`);
    await source.delete(list.table, list.column ?? 'id', last);
    expect((await page(list, `${limit}&cursor=${first.next_cursor}`)).data).toEqual(expected.data);
    const longer = limit.replace('7', '50');
    let found = await page(list, longer);
    while (found.next_cursor) found = await page(list, `${longer}&cursor=${found.next_cursor}`);
    if ('has_more' in found) expect(found).toMatchObject({ has_more: false });
    else expect(found).toMatchObject({ page: 1, has_next: false, has_prev: true });
  });

  it('refuses a cursor beside a page, of other filters, and malformed ones', async () => {
    const { next_cursor: cursor } = await page(list, limit);
    const beside = list.actions[0]!.includes('subscriptions') ? '&offset=0' : '&page=1';
    const text = Buffer.from(cursor!, 'base64url').toString();
    const changed = (from: RegExp, to: string) => Buffer.from(text.replace(from, to)).toString('base64url');
    const refused = [
      `&cursor=${cursor}${beside}`,
      ...(list.filter ? [`&cursor=${cursor}${list.filter}`] : []),
      `&cursor=${cursor!.slice(0, -1)}`,
      `&cursor=${cursor}!`,
      `&cursor=${cursor}AA`,
      `&cursor=${'A'.repeat(5000)}`,
      `&cursor=${changed(/^1/, '2')}`,
      `&cursor=${changed(/[^.]*$/, '00000000-0000-0000-0000-00000000000g')}`,
      `&cursor=${changed(/$/, '.1')}`,
      ...(list.time ? [`&cursor=${changed(/\d+(?=\.[^.]*$)/, '99999999999999999')}`] : []),
    ];
    for (const query of refused) {
      const answer = await ask(list, limit + query);
      expect([query, answer.status, answer.body]).toMatchObject([
        query,
        400,
        { error_code: 'VALIDATION_ERROR', errors: [{ field: 'cursor' }] },
      ]);
    }
  });

  const { owned, otherMode } = list;
  if (owned && otherMode !== undefined) {
    it('shows in the other mode what this mode has, after the place that the cursor names', async () => {
      const { next_cursor: cursor } = await page(list, limit);
      const old = () => ({ ...otherMode.values(), ...older(list) });
      const names = await add(list, 2, old);
      const found = await page(list, `${limit}&cursor=${cursor}`, readers.merchant, otherMode.host, {
        key: readers.merchant.live.secret_key,
      });
      expect(found.data.map((row) => nameOf(list, row)).sort()).toEqual(names.sort());
    });
  }
  if (owned) {
    it('shows another account its own rows after the place that the cursor names', async () => {
      const { next_cursor: cursor } = await page(list, limit);
      const names = await add(list, 2, () => older(list), readers.other);
      const found = await page(list, `${limit}&cursor=${cursor}`, readers.other);
      expect(found.data.map((row) => nameOf(list, row)).sort()).toEqual(names.sort());
    });
  }
});

describe('lists whose rows are made by transfers', () => {
  it.each([
    ['/api/wallet.php/history', 'wallet.php?action=history'],
    ['/api/transactions.php/list', 'transactions.php?action=list'],
    [NOTIFICATIONS, 'notifications.php?action=list'],
  ])('%s lists each earlier row once while 64 writers add rows', async (action, path) => {
    const [from, to] = [await platform.merchant(), await platform.signUp()];
    await platform.fund(from, 'NGN', '100000.00');
    const size = action === NOTIFICATIONS ? 'per_page' : 'limit';
    const read = async (query = '') => {
      const { body } = await platform.get('business', `${path}&${size}=4${query}`, { token: to.token });
      return body.data as Listed;
    };
    const pay = async () => {
      const body = { recipient: to.usertag, amount: 1, pin: from.pin };
      const { status, text } = await platform.post('business', 'wallet.php?action=transfer', body, {
        token: from.token,
      });
      if (status !== 200) throw new Error(text);
    };
    await Promise.all(Array.from({ length: 14 }, pay));
    let found = await eventually(async () => {
      const first = await read();
      return first.total === 14 && first;
    });
    const { total } = found;
    const names = (listed: Listed) => listed.data.map((row) => String(row.uuid ?? row.id));
    const seen = names(found);
    while (found.next_cursor) {
      const { next_cursor: cursor } = found;
      [found] = await Promise.all([read(`&cursor=${cursor}`), ...Array.from({ length: WRITERS }, pay)]);
      seen.push(...names(found));
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toHaveLength(total);
    const refused = await platform.get('business', `${path}&page=1&cursor=AAAA`, { token: to.token });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: 'cursor' }] } });
  });
});

it('every list takes a cursor, and is tested here', async () => {
  const tested = [...LISTS.flatMap(({ actions }) => actions), ...OF_MOVEMENTS, NOTIFICATIONS];
  const untested: string[] = [];
  for (const { method, path, fields, host } of await readActions(platform)) {
    const names = fields.map(({ name }) => name);
    const isPaged = names.some((name) => ['page', 'per_page', 'limit', 'offset', 'cursor'].includes(name));
    if (method !== 'GET' || !isPaged || path in NO_LISTS) continue;
    if (!names.includes('cursor') || !tested.includes(path)) untested.push(`${host} ${path}`);
  }
  expect(untested).toEqual([]);
});
