import { setTimeout as pause } from 'node:timers/promises';
import { InvalidationChannel } from '@app/queue';
import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import type { PostgresChannel } from '../../../libs/queue/src/changes/postgres-channel';
import { Line } from './breakable-line';

const CHANNEL = 'things';

/** A process with a cache; here, only the entries that it was asked to forget. */
class Process {
  readonly forgotten: string[] = [];
  readonly changes: InvalidationChannel;
  forgotAll = 0;

  constructor(url: string) {
    this.changes = new InvalidationChannel(url, CHANNEL, {
      invalidate: (what) => this.forgotten.push(what),
      invalidateAll: () => (this.forgotAll += 1),
    });
  }

  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await pause(5);
  }

  trusted = () => this.until(() => this.changes.isTrusted);
}

describe('changes on the channel', () => {
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
    line.restore();
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
  /** Waits until the process has received the earlier notifications: they arrive before the answer. */
  const caughtUp = ({ changes }: Process) =>
    (changes as unknown as { channel: PostgresChannel }).channel.query('SELECT 1', []);

  it('are forgotten by every process, in the order they came', async () => {
    const processes = await Promise.all([1, 2, 3].map(() => processOver(database.url)));
    for (const what of ['one', 'two', 'three']) await change(what);
    await Promise.all(processes.map(caughtUp));
    for (const { forgotten, changes } of processes)
      expect([forgotten, changes.isTrusted]).toEqual([['one', 'two', 'three'], true]);
  });

  it('concern everything if they name nothing', async () => {
    const process = await processOver(database.url);
    const before = process.forgotAll;
    await change('');
    await caughtUp(process);
    expect([process.forgotAll, process.forgotten]).toEqual([before + 1, []]);
  });

  it('are not echoes, of this process or of others', async () => {
    const [one, other] = [await processOver(database.url), await processOver(database.url)];
    const { moment } = one.changes;
    await change('echo of somebody');
    await Promise.all([caughtUp(one), caughtUp(other)]);
    expect([one.forgotten, one.changes.isUnchangedSince(moment)]).toEqual([[], true]);
  });

  it('are known at once where they are made', async () => {
    const process = await processOver(database.url);
    const { moment } = process.changes;
    process.changes.changed('a thing');
    expect([process.forgotten, process.changes.isUnchangedSince(moment)]).toEqual([['a thing'], false]);
  });

  it('keep a value that is being read meanwhile out of the cache', async () => {
    const process = await processOver(database.url);
    const { moment } = process.changes;
    expect(process.changes.isUnchangedSince(moment)).toBe(true);
    await change('a thing');
    await caughtUp(process);
    expect(process.changes.isUnchangedSince(moment)).toBe(false);
    expect(process.changes.isUnchangedSince(process.changes.moment)).toBe(true);
  });

  it('are ignored if they are of another channel', async () => {
    const process = await processOver(database.url);
    await others.query("SELECT pg_notify('elsewhere', 'a thing')");
    await change('the last');
    await caughtUp(process);
    expect(process.forgotten).toEqual(['the last']);
  });

  it('are trusted for a second after the last echo, and not a moment more: a line that hangs', async () => {
    const process = await processOver(line.url);
    line.stall();
    await change('a thing');
    const { trustedUntil } = process.changes as unknown as { trustedUntil: number };
    expect(trustedUntil).toBeLessThanOrEqual(performance.now() + 1000);
    const clock = jest.spyOn(performance, 'now').mockReturnValue(trustedUntil - 1);
    expect(process.changes.isTrusted).toBe(true);
    clock.mockReturnValue(trustedUntil);
    expect([process.changes.isTrusted, process.forgotten]).toEqual([false, []]);
    clock.mockRestore();
    line.restore();
    await process.until(() => process.forgotten.includes('a thing') || process.forgotAll > 1);
    await process.trusted();
  });

  it('are taken as missed where the connection breaks: all is forgotten', async () => {
    const process = await processOver(line.url);
    const { moment } = process.changes;
    const before = process.forgotAll;
    line.cut();
    await process.until(() => process.changes.moment === null);
    expect(process.forgotAll).toBeGreaterThan(before);
    expect([process.changes.isTrusted, process.changes.isUnchangedSince(null)]).toEqual([false, false]);
    line.restore();
    await process.trusted();
    expect(process.changes.isUnchangedSince(moment)).toBe(false);
  });

  /** Asks for the next proof of hearing and waits for its end. */
  async function proof({ changes }: Process): Promise<boolean> {
    const { channel } = changes as unknown as { channel: PostgresChannel };
    const asked = jest.spyOn(channel, 'query');
    const later = performance.now() + 1000;
    const clock = jest.spyOn(performance, 'now').mockReturnValue(later);
    expect(changes.isTrusted).toBe(false);
    await new Promise(setImmediate);
    await Promise.allSettled(asked.mock.results.map(({ value }) => value as Promise<unknown>));
    const isTrusted = changes.isTrusted;
    await new Promise(setImmediate);
    // Asked once while no answer comes, not for each request.
    expect(asked).toHaveBeenCalledTimes(1);
    clock.mockRestore();
    return isTrusted;
  }

  it('are trusted again after the next echo', async () => {
    expect(await proof(await processOver(database.url))).toBe(true);
  });

  it('are not trusted where the connection does not listen', async () => {
    const process = await processOver(database.url);
    const { channel } = process.changes as unknown as { channel: PostgresChannel };
    await channel.query('UNLISTEN *', []);
    expect(await proof(process)).toBe(false);
  });

  it('are not trusted over a pooler, which lends the listening connection and keeps from it what comes in between', async () => {
    const process = await processOver(database.url);
    const { channel } = process.changes as unknown as { channel: PostgresChannel };
    const { client } = channel as unknown as { client: { processID: number } };
    // A pooler tells its clients a number of its own.
    client.processID += 1;
    expect(await proof(process)).toBe(false);
  });

  it('are not trusted in a database that announces none', async () => {
    const bare = await createTestDatabase();
    const process = await processOver(bare.url);
    const client = new Client({ connectionString: bare.url });
    await client.connect();
    await client.query('DROP FUNCTION announce');
    expect(await proof(process)).toBe(false);
    await client.end();
    await process.changes.close();
    await bare.drop();
  });
});
