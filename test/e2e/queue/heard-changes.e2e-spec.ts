import { setTimeout as pause } from 'node:timers/promises';
import { HeardChanges } from '@app/queue';
import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import type { PostgresChannel } from '../../../libs/queue/src/postgres-channel';
import { Line } from './line';

const CHANNEL = 'things';

/** A process that remembers things; here, only what it was told to forget. */
class Process {
  readonly forgotten: string[] = [];
  readonly changes: HeardChanges;
  forgotAll = 0;

  constructor(url: string) {
    this.changes = new HeardChanges(url, CHANNEL, {
      forget: (what) => this.forgotten.push(what),
      forgetAll: () => (this.forgotAll += 1),
    });
  }

  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await pause(5);
  }

  trusted = () => this.until(() => this.changes.areAll);
}

describe('changes that are heard', () => {
  let database: TestDatabase;
  let line: Line;
  let others: Client;
  const open: Process[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    others = new Client({ connectionString: database.url });
    await others.connect();
  });
  beforeEach(async () => (line = await Line.to(database.url)));
  afterEach(async () => {
    jest.restoreAllMocks();
    line.mend();
    for (const { changes } of open.splice(0)) await changes.close();
    await line.close();
  });
  afterAll(async () => {
    await others.end();
    await database.drop();
  });

  async function processOver(url: string): Promise<Process> {
    const process = new Process(url);
    open.push(process);
    await process.trusted();
    return process;
  }

  const change = (what: string, by = others) => by.query('SELECT pg_notify($1, $2)', [CHANNEL, what]);
  const tellAll = async (what: string, by = others) =>
    (await by.query<{ heard: boolean }>('CALL tell_all($1, $2)', [CHANNEL, what])).rows[0]!.heard;

  it('are forgotten by every process that is trusted, before whoever made them goes on', async () => {
    const processes = await Promise.all([1, 2, 3, 4].map(() => processOver(database.url)));
    const writers = [1, 2, 3, 4].map(() => new Client({ connectionString: database.url }));
    await Promise.all(writers.map((writer) => writer.connect()));
    const behind: string[] = [];
    let trusted = 0;
    await Promise.all(
      writers.map(async (writer, w) => {
        for (let i = 0; i < 100; i++) {
          const what = `${w} ${i}`;
          await change(what, writer);
          if (!(await tellAll('told', writer))) behind.push(`${what}: not in time`);
          // Asking makes them ask to be trusted again, as requests do.
          for (const { changes, forgotten } of processes) {
            if (!changes.areAll) continue;
            trusted += 1;
            if (!forgotten.includes(what)) behind.push(what);
          }
          await pause(Math.random() * 4);
        }
      }),
    );
    await Promise.all(writers.map((writer) => writer.end()));
    expect(behind).toEqual([]);
    expect(trusted).toBeGreaterThan(0);
  });

  it('end the trust in what was read before them, and what is being read meanwhile is not remembered', async () => {
    const { changes } = await processOver(database.url);
    const { moment } = changes;
    expect(changes.noneSince(moment)).toBe(true);
    await tellAll('a thing');
    expect(changes.noneSince(moment)).toBe(false);
    expect(changes.areAll).toBe(false);
    expect(changes.noneSince(changes.moment)).toBe(true);
  });

  it('of somebody else’s channel are nothing to it', async () => {
    const process = await processOver(database.url);
    const { moment } = process.changes;
    await others.query("SELECT pg_notify('elsewhere', 'a thing')");
    await tellAll('the last');
    expect([process.forgotten, process.changes.noneSince(moment)]).toEqual([['the last'], false]);
  });

  it('are waited for no longer than a process trusts itself: one that hears nothing any more', async () => {
    const process = await processOver(line.url);
    line.stall();
    expect(await tellAll('a thing')).toBe(false);
    expect([process.changes.areAll, process.forgotten]).toEqual([false, []]);
    line.mend();
    await process.until(() => process.forgotten.includes('a thing') || process.changes.moment === null);
    await process.trusted();
  });

  it('are taken as missed where the connection breaks: all is forgotten, and nobody waits', async () => {
    const process = await processOver(line.url);
    const { moment } = process.changes;
    const before = process.forgotAll;
    line.cut();
    await process.until(() => process.changes.moment === null);
    expect(process.forgotAll).toBeGreaterThan(before);
    expect([process.changes.areAll, process.changes.noneSince(null)]).toEqual([false, false]);
    expect(await tellAll('a thing')).toBe(true);
    line.mend();
    await process.trusted();
    expect(process.changes.noneSince(moment)).toBe(false);
  });

  it('are trusted for a second after the last echo, and not a millisecond more', async () => {
    const { changes } = await processOver(line.url);
    line.stall();
    const now = performance.now();
    const clock = jest.spyOn(performance, 'now');
    clock.mockReturnValue(now + 999 - 500);
    const trustedUntil = (changes as unknown as { trustedUntil: number }).trustedUntil;
    expect(trustedUntil).toBeLessThanOrEqual(now + 1000);
    clock.mockReturnValue(trustedUntil - 1);
    expect(changes.areAll).toBe(true);
    clock.mockReturnValue(trustedUntil);
    expect(changes.areAll).toBe(false);
  });

  it('are never trusted where the connection is one that does not hear, and nobody waits for it', async () => {
    const { changes } = await processOver(database.url);
    // As behind a pooler that hands a connection from transaction to transaction.
    const { channel } = changes as unknown as { channel: PostgresChannel };
    await channel.query('UNLISTEN *', []);
    const trustedUntil = performance.now() + 1000;
    jest.spyOn(performance, 'now').mockReturnValue(trustedUntil);
    const asked = jest.spyOn(channel, 'query');
    expect(changes.areAll).toBe(false);
    await new Promise(setImmediate);
    await asked.mock.results[0]!.value;
    await channel.query('SELECT 1', []);
    expect(changes.areAll).toBe(false);
    expect(await tellAll('a thing')).toBe(true);
  });
});
