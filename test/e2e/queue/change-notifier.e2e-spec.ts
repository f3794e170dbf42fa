import { Config } from '@app/config';
import { ChangeNotifier } from '@app/queue';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { PostgresChannel } from '../../../libs/queue/src/changes/postgres-channel';
import { Line } from './breakable-line';

/** Longer than any test waits: who gets on before then was woken. */
const FOR_EVER_MS = 60_000;

describe('news', () => {
  let database: TestDatabase;
  let line: Line;
  const open: ChangeNotifier[] = [];

  beforeAll(async () => (database = await createTestDatabase()));
  beforeEach(async () => (line = await Line.to(database.url)));
  afterEach(async () => {
    for (const news of open.splice(0)) await news.onModuleDestroy();
    await line.close();
  });
  afterAll(() => database.drop());

  const newsOver = (url: string): ChangeNotifier => {
    const notifier = new ChangeNotifier(Config.from({ NODE_ENV: 'test', DATABASE_URL: url }));
    open.push(notifier);
    return notifier;
  };

  it('wakes who watches the thing, in another process, and nobody else', async () => {
    const [teller, hearer] = [newsOver(database.url), newsOver(database.url)];
    const [mine, others] = [(await hearer.watch('topic', 'mine'))!, (await hearer.watch('other', 'mine'))!];
    teller.notify('topic', 'mine');
    await mine.changed(FOR_EVER_MS);
    let woken = false;
    const waiting = others.changed(100).then(() => (woken = true));
    teller.notify('topic', 'mine');
    await mine.changed(FOR_EVER_MS);
    expect(woken).toBe(false);
    await waiting;
  });

  it('remembers a change that comes before anybody waits for it', async () => {
    const [teller, hearer] = [newsOver(database.url), newsOver(database.url)];
    const watch = (await hearer.watch('topic', 'x'))!;
    const witness = (await hearer.watch('topic', 'y'))!;
    teller.notify('topic', 'x');
    teller.notify('topic', 'y');
    await witness.changed(FOR_EVER_MS);
    await watch.changed(FOR_EVER_MS);
  });

  it('tells again what the database did not take while it was away', async () => {
    const [teller, hearer] = [newsOver(line.url), newsOver(database.url)];
    const watch = (await hearer.watch('topic', 'x'))!;
    const sends = jest.spyOn(PostgresChannel.prototype, 'send');
    line.cut();
    teller.notify('topic', 'x');
    await new Promise(setImmediate);
    await expect(sends.mock.results[0]!.value).rejects.toThrow('PostgreSQL is away');
    line.mend();
    await watch.changed(FOR_EVER_MS);
    sends.mockRestore();
  });

  it('wakes everybody once it hears again: what was told meanwhile is not known', async () => {
    const hearer = newsOver(line.url);
    const watch = (await hearer.watch('topic', 'x'))!;
    line.cut();
    line.mend();
    await watch.changed(FOR_EVER_MS);
  });

  it('has room for eight who watch one thing; lets all of them go when it ends', async () => {
    const hearer = newsOver(database.url);
    const watches = await Promise.all(Array.from({ length: 9 }, () => hearer.watch('topic', 'x')));
    expect(watches.filter((watch) => watch === null)).toHaveLength(1);
    const waiting = watches.flatMap((watch) => (watch ? [watch.changed(FOR_EVER_MS)] : []));
    await hearer.onModuleDestroy();
    await Promise.all(waiting);
    expect([hearer.isClosed, await hearer.watch('topic', 'x')]).toEqual([true, null]);
  });
});
