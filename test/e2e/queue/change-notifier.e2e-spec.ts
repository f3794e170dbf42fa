import { Config } from '@app/config';
import { ChangeNotifier } from '@app/queue';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { PostgresChannel } from '../../../libs/queue/src/changes/postgres-channel';
import { Line } from './breakable-line';

/** Longer than any test waits: who gets on before then was woken. */
const LONG_WAIT_MS = 60_000;

describe('change notifications', () => {
  let database: TestDatabase;
  let line: Line;
  const open: ChangeNotifier[] = [];

  beforeAll(async () => (database = await createTestDatabase()));
  beforeEach(async () => (line = await Line.to(database.url)));
  afterEach(async () => {
    for (const notifier of open.splice(0)) await notifier.onModuleDestroy();
    await line.close();
  });
  afterAll(() => database.drop());

  const notifierOver = (url: string): ChangeNotifier => {
    const notifier = new ChangeNotifier(Config.from({ NODE_ENV: 'test', DATABASE_URL: url }));
    open.push(notifier);
    return notifier;
  };

  it('wake the watcher of the topic in another process, and no other', async () => {
    const [publisher, subscriber] = [notifierOver(database.url), notifierOver(database.url)];
    const [mine, others] = [
      (await subscriber.watch('topic', 'mine'))!,
      (await subscriber.watch('other', 'mine'))!,
    ];
    publisher.notify('topic', 'mine');
    await mine.changed(LONG_WAIT_MS);
    let woken = false;
    const waiting = others.changed(100).then(() => (woken = true));
    publisher.notify('topic', 'mine');
    await mine.changed(LONG_WAIT_MS);
    expect(woken).toBe(false);
    await waiting;
  });

  it('keep a change that comes before the wait', async () => {
    const [publisher, subscriber] = [notifierOver(database.url), notifierOver(database.url)];
    const watch = (await subscriber.watch('topic', 'x'))!;
    const witness = (await subscriber.watch('topic', 'y'))!;
    publisher.notify('topic', 'x');
    publisher.notify('topic', 'y');
    await witness.changed(LONG_WAIT_MS);
    await watch.changed(LONG_WAIT_MS);
  });

  it('repeat what the database did not accept while it was away', async () => {
    const [publisher, subscriber] = [notifierOver(line.url), notifierOver(database.url)];
    const watch = (await subscriber.watch('topic', 'x'))!;
    const sends = jest.spyOn(PostgresChannel.prototype, 'send');
    line.cut();
    publisher.notify('topic', 'x');
    await new Promise(setImmediate);
    await expect(sends.mock.results[0]!.value).rejects.toThrow('PostgreSQL is away');
    line.restore();
    await watch.changed(LONG_WAIT_MS);
    sends.mockRestore();
  });

  it('wake every watcher after the reconnect, since changes may have been missed', async () => {
    const subscriber = notifierOver(line.url);
    const watch = (await subscriber.watch('topic', 'x'))!;
    line.cut();
    line.restore();
    await watch.changed(LONG_WAIT_MS);
  });

  it('has room for eight who watch one thing; lets all of them go when it ends', async () => {
    const subscriber = notifierOver(database.url);
    const watches = await Promise.all(Array.from({ length: 9 }, () => subscriber.watch('topic', 'x')));
    expect(watches.filter((watch) => watch === null)).toHaveLength(1);
    const waiting = watches.flatMap((watch) => (watch ? [watch.changed(LONG_WAIT_MS)] : []));
    await subscriber.onModuleDestroy();
    await Promise.all(waiting);
    expect([subscriber.isClosed, await subscriber.watch('topic', 'x')]).toEqual([true, null]);
  });
});
