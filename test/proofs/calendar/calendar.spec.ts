import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { anchors, casesOf } from '../../../scripts/lib/calendar-oracle.mjs';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { isLong, report, SHORT_LIMIT_MS } from '../support/proof';
import { type Interval, periodStart } from '../../../libs/kernel/src/calendar';

const ROOT = path.resolve(__dirname, '../../..');
const ZONES = ['UTC', 'Pacific/Kiritimati', 'America/Sao_Paulo', 'Australia/Lord_Howe'];
const SIZE = isLong ? { everyNthAnchor: 1, years: 10 } : { everyNthAnchor: 29, years: 2 };
const ROWS = 40_000;

/** Compares the compiled calendar with the second implementation, in the time zone of its process. */
const PROGRAM = `
  const { periodStart } = require('./dist/libs/kernel/src/calendar.js');
  import('./scripts/lib/calendar-oracle.mjs').then(({ differences }) => {
    const starts = (anchor, interval, count, n) => periodStart(anchor, { interval, count }, n);
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    console.log(JSON.stringify({ zone, ...differences(starts, ${JSON.stringify(SIZE)}) }));
  });`;

jest.setTimeout(isLong ? 3_600_000 : SHORT_LIMIT_MS);

describe('the calendar', () => {
  it.each(ZONES)('agrees with a second implementation in a process of %s', async (zone) => {
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', PROGRAM], {
      cwd: ROOT,
      env: { ...process.env, TZ: zone },
    });
    const result = JSON.parse(stdout) as { zone: string; cases: number; different: object[] };
    expect([result.zone, result.different]).toEqual([zone, []]);
    expect(result.cases).toBeGreaterThan(10_000);
    report(`calendar: ${result.cases} dates in ${zone}, 0 differences from a second implementation`);
  });

  describe('the calendar and PostgreSQL in UTC', () => {
    let database: TestDatabase;
    let client: Client;
    beforeAll(async () => {
      database = await createTestDatabase();
      client = new Client({ connectionString: database.url });
      await client.connect();
      await client.query(`SET timezone = 'UTC'`);
    });
    afterAll(async () => {
      await client.end();
      await database.drop();
    });

    /** The cases of which PostgreSQL computes another date. */
    async function different(rows: { anchor: Date; interval: Interval; count: number; n: number }[]) {
      const starts = rows.map(({ anchor, interval, count, n }) =>
        periodStart(anchor, { interval, count }, n),
      );
      const { rows: found } = await client.query<{ anchor: Date; months: number; days: number }>(
        `SELECT * FROM unnest($1::timestamptz[], $2::int[], $3::int[], $4::timestamptz[]) AS c (anchor, months, days, start)
          WHERE anchor + make_interval(months => months, days => days) <> start LIMIT 20`,
        [
          rows.map(({ anchor }) => anchor.toISOString()),
          rows.map(
            ({ interval, count, n }) =>
              ({ daily: 0, weekly: 0, monthly: 1, yearly: 12 })[interval] * count * n,
          ),
          rows.map(
            ({ interval, count, n }) =>
              ({ daily: 1, weekly: 7, monthly: 0, yearly: 0 })[interval] * count * n,
          ),
          starts.map((start) => start.toISOString()),
        ],
      );
      return found;
    }

    it('agree', async () => {
      const cases = [...casesOf(SIZE.years)] as [Interval, number, number][];
      let place = 0;
      let dates = 0;
      let rows: Parameters<typeof different>[0] = [];
      for (const anchorMs of anchors()) {
        if (place++ % SIZE.everyNthAnchor !== 0) continue;
        for (const [interval, count, n] of cases)
          rows.push({ anchor: new Date(anchorMs), interval, count, n });
        if (rows.length < ROWS) continue;
        expect(await different(rows)).toEqual([]);
        dates += rows.length;
        rows = [];
      }
      expect(await different(rows)).toEqual([]);
      report(`calendar: ${dates + rows.length} dates, 0 differences from PostgreSQL in UTC`);
    });
  });
});
