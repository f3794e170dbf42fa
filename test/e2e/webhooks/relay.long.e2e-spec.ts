import { type OutboxRelay, type StoredEvent, unparkEvent } from '@app/write-path';
import type { PoolClient } from 'pg';
import { newId } from '../../support/books';
import { DeliveryStack, insertEvent } from './delivery-stack';

/** Seconds until a failing event is tried again, after each of its tries but the last. */
const BACKOFF = [1, 2, 4, 8, 16, 32, 64, 128, 256];
const owner = newId();

describe('the relay', () => {
  let stack: DeliveryStack;

  beforeAll(async () => {
    stack = await DeliveryStack.open();
    await stack.books.owner.query('CREATE TABLE heard (id uuid, n bigint GENERATED ALWAYS AS IDENTITY)');
    await stack.books.owner.query('GRANT ALL ON heard TO payments_app');
  });
  beforeEach(() => stack.clock.freeze());
  afterEach(() => stack.books.owner.query('TRUNCATE outbox, heard, app_events, app_event_counters'));
  afterAll(() => stack.close());

  /** Records the events it handles in the relay's own transaction, and fails on request. */
  const noting =
    (fails: (event: StoredEvent) => boolean | Promise<boolean> = () => false) =>
    async (event: StoredEvent, tx: PoolClient) => {
      await tx.query('INSERT INTO heard (id) VALUES ($1)', [event.id]);
      if (await fails(event)) throw new Error(`cannot hear ${event.type}`);
    };
  const relay = (handler = noting()): OutboxRelay => stack.relay(handler as never);
  const happen = (
    aggregateId = newId(),
    type = 'test.happened',
    connection: Parameters<typeof insertEvent>[0] = stack.books.owner,
  ) => {
    const id = newId();
    return insertEvent(connection, stack.clock.now(), {
      id,
      type,
      aggregateId,
      ownerId: owner,
      mode: 'live',
      data: {},
    }).then(() => id);
  };
  const handledIds = async (): Promise<string[]> => {
    const { rows } = await stack.books.owner.query<{ id: string }>('SELECT id FROM heard ORDER BY n');
    return rows.map(({ id }) => id);
  };
  const outboxRow = async (id: string) => {
    const { rows } = await stack.books.owner.query('SELECT * FROM outbox WHERE id = $1', [id]);
    return rows[0] as {
      attempts: number;
      retry_at: Date | null;
      parked_at: Date | null;
      relayed_at: Date | null;
      last_error: string | null;
      heard_by: string[] | null;
    };
  };

  it('hands each event over once, however many relays run', async () => {
    const ids: string[] = [];
    const aggregates = Array.from({ length: 40 }, () => newId());
    for (let n = 0; n < 600; n++) ids.push(await happen(aggregates[n % 40]));
    await Promise.all([1, 2, 3].map(() => relay().drain()));
    expect((await handledIds()).toSorted()).toEqual(ids.toSorted());
  });

  it('hands the events of one object over in order, by any relay', async () => {
    const aggregates = Array.from({ length: 12 }, () => newId());
    const order = new Map(aggregates.map((id) => [id, [] as string[]]));
    const handled = new Map(aggregates.map((id) => [id, [] as string[]]));
    const listening = noting(({ aggregateId, id }) => {
      handled.get(aggregateId)!.push(id);
      return false;
    });
    const relays = [relay(listening), relay(listening)];
    for (let round = 0; round < 20; round++) {
      for (const aggregate of aggregates) order.get(aggregate)!.push(await happen(aggregate));
      await Promise.all(relays.map((one) => one.drain()));
    }
    expect(handled).toEqual(order);
  });

  it('takes the order of an object’s events from when they were written, not from their ids', async () => {
    const [aggregateId, ids] = [newId(), [newId(), newId(), newId()].toReversed()];
    for (const id of ids) {
      await insertEvent(stack.books.owner, stack.clock.now(), {
        id,
        type: 'test.happened',
        aggregateId,
        ownerId: owner,
        mode: 'live',
        data: {},
      });
    }
    await relay().drain();
    expect(await handledIds()).toEqual(ids);
  });

  it('reaches what lies behind a batch that another relay holds', async () => {
    const held: string[] = [];
    for (let n = 0; n < 201; n++) held.push(await happen());
    const free = await happen();
    const other = await stack.pool.connect();
    await other.query('BEGIN');
    await other.query('SELECT 1 FROM outbox WHERE id = ANY ($1) FOR UPDATE', [held]);
    const relaying = relay();
    await relaying.drain();
    expect(await handledIds()).toEqual([free]);
    await other.query('ROLLBACK');
    other.release();
    await relaying.drain();
    expect(await handledIds()).toEqual([free, ...held]);
  });

  it('reaches what lies behind a thousand events that wait for one that fails', async () => {
    const aggregate = newId();
    await happen(aggregate, 'test.poisoned');
    await stack.books.owner.query(
      `INSERT INTO outbox (id, type, aggregatetype, aggregateid, payload, owner_id, mode, correlation_id, created_at)
       SELECT gen_random_uuid(), 'test.happened', 'test', $1, '{}', $2, 'live', 'c', $3 FROM generate_series(1, 1000)`,
      [aggregate, owner, stack.clock.now()],
    );
    const relaying = relay(noting(({ type }) => type === 'test.poisoned'));
    await relaying.drain();
    const free = await happen();
    await relaying.drain();
    expect(await handledIds()).toEqual([free]);
  });

  it('serves events of subscriptions after all others, but with a quarter of the batches at least', async () => {
    const BATCH = 200;
    const insert = (type: string, count: number) =>
      stack.books.owner.query(
        `INSERT INTO outbox (id, aggregatetype, aggregateid, type, payload, owner_id, mode, correlation_id, created_at)
         SELECT uuidv7(), 'thing', uuidv7(), $1, '{}', $2, 'live', uuidv7(), $3 FROM generate_series(1, $4)`,
        [type, owner, stack.clock.now(), count],
      );
    const lanes: string[] = [];
    const relaying = relay((event: StoredEvent) => {
      lanes.push(event.type.startsWith('subscription') ? 's' : 'o');
      return Promise.resolve();
    });
    await insert('subscription-invoice.paid', 3 * BATCH);
    await insert('test.happened', 5 * BATCH);
    await relaying.drain();
    const batches = Array.from({ length: 8 }, (_, i) => [
      ...new Set(lanes.slice(i * BATCH, (i + 1) * BATCH)),
    ]);
    expect(batches.map((batch) => batch.join(''))).toEqual(['o', 'o', 'o', 's', 'o', 'o', 's', 's']);

    // What happens during renewals comes with the next batch.
    lanes.length = 0;
    await insert('subscription.charged', 2 * BATCH);
    await happen();
    await relaying.drain();
    expect(lanes.indexOf('o')).toBeLessThanOrEqual(BATCH);
  });

  it('does not skip an event that commits after later ones were relayed', async () => {
    const late = await stack.pool.connect();
    await late.query('BEGIN');
    const lateId = await happen(newId(), 'test.late', late);
    const early = [await happen(), await happen()];
    const relaying = relay();
    await relaying.drain();
    expect(await handledIds()).toEqual(early);
    await late.query('COMMIT');
    late.release();
    await relaying.drain();
    expect(await handledIds()).toEqual([...early, lateId]);
  });

  it('commits and rolls back what a listener wrote together with the event', async () => {
    const id = await happen(newId(), 'test.poisoned');
    let poisoned = true;
    const relaying = relay(noting(() => poisoned));
    await relaying.drain();
    expect(await handledIds()).toEqual([]);
    poisoned = false;
    stack.clock.advance({ seconds: 1 });
    await relaying.drain();
    expect(await handledIds()).toEqual([id]);
    await relaying.drain();
    expect(await handledIds()).toEqual([id]);
  });

  it('tries a poisoned event again after 1, 2, 4 … 256 seconds, parks it at the tenth, and lets others go on', async () => {
    const poisoned = await happen(newId(), 'test.poisoned');
    const relaying = relay(noting(({ type }) => type === 'test.poisoned'));
    const others = [await happen()];
    await relaying.drain();
    for (const [n, wait] of BACKOFF.entries()) {
      expect(await outboxRow(poisoned)).toMatchObject({
        attempts: n + 1,
        parked_at: null,
        relayed_at: null,
        last_error: 'listener: cannot hear test.poisoned',
        retry_at: new Date(stack.clock.now().getTime() + wait * 1000),
      });
      stack.clock.advance({ ms: wait * 1000 - 1 });
      others.push(await happen());
      await relaying.drain();
      expect(await outboxRow(poisoned)).toMatchObject({ attempts: n + 1 });
      stack.clock.advance({ ms: 1 });
      await relaying.drain();
    }
    expect(await outboxRow(poisoned)).toMatchObject({ attempts: 10, parked_at: stack.clock.now() });
    expect(await handledIds()).toEqual(others);
    expect(await relaying.backlog()).toMatchObject({ waiting: 0, parked: 1, oldestWaitingAt: null });
    stack.clock.advance({ days: 1 });
    await relaying.drain();
    expect(await outboxRow(poisoned)).toMatchObject({ attempts: 10, relayed_at: null });
  });

  it('lets the later events of an object wait for the first, until that is parked', async () => {
    const aggregate = newId();
    await happen(aggregate, 'test.poisoned');
    const later = [await happen(aggregate), await happen(aggregate)];
    const relaying = relay(noting(({ type }) => type === 'test.poisoned'));
    await relaying.drain();
    for (const wait of BACKOFF) {
      expect(await handledIds()).toEqual([]);
      expect(await relaying.backlog()).toMatchObject({ waiting: 3, parked: 0 });
      stack.clock.advance({ seconds: wait });
      await relaying.drain();
    }
    expect(await handledIds()).toEqual(later);
    expect(await relaying.backlog()).toMatchObject({ waiting: 0, parked: 1 });
  });

  it('hands the object’s later events over once the first is handled', async () => {
    const aggregate = newId();
    const ids = [await happen(aggregate, 'test.poisoned'), await happen(aggregate)];
    let poisoned = true;
    const relaying = relay(noting(({ type }) => poisoned && type === 'test.poisoned'));
    await relaying.drain();
    poisoned = false;
    stack.clock.advance({ seconds: 1 });
    await relaying.drain();
    expect(await handledIds()).toEqual(ids);
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'no'],
    ['bytes PostgreSQL cannot keep', new Error('\u0000 \ud800')],
  ])('survives a listener that throws %s', async (_, thrown) => {
    const poisoned = await happen(newId(), 'test.poisoned');
    const other = await happen();
    const relaying = relay(async (event, tx) => {
      if (event.type === 'test.poisoned') await Promise.reject(thrown as Error);
      await noting()(event, tx);
    });
    await relaying.drain();
    expect(await handledIds()).toEqual([other]);
    expect(await outboxRow(poisoned)).toMatchObject({ attempts: 1, last_error: expect.any(String) });
  });

  it('isolates a listener whose statement fails, which spoils the transaction it shares', async () => {
    const poisoned = await happen(newId(), 'test.poisoned');
    const others = [await happen(), await happen()];
    const relaying = relay(async (event, tx) => {
      if (event.type === 'test.poisoned') await tx.query('SELECT 1/0');
      await noting()(event, tx);
    });
    await relaying.drain();
    expect(await handledIds()).toEqual(others);
    expect(await outboxRow(poisoned)).toMatchObject({
      attempts: 1,
      last_error: 'listener: division by zero',
    });
  });

  it('lets one listener fail alone: the others handle the event once, and only the failed one repeats', async () => {
    const [aggregate, free] = [newId(), newId()];
    const first = await happen(aggregate, 'test.poisoned');
    let poisoned = true;
    let asked = 0;
    const relaying = stack.relay({
      sound: noting(),
      faulty: ({ type }: StoredEvent) => {
        if (type === 'test.poisoned') asked += 1;
        return poisoned && type === 'test.poisoned' ? Promise.reject(new Error('no')) : Promise.resolve();
      },
      last: noting(),
    });
    await relaying.drain();
    expect(await handledIds()).toEqual([first, first]);
    expect(await outboxRow(first)).toMatchObject({ attempts: 1, last_error: 'faulty: no', relayed_at: null });
    expect(await relaying.backlog()).toMatchObject({ waiting: 1, failing: 1, parked: 0 });

    // Later events of the same object wait behind it, for every listener; other objects do not.
    const second = await happen(aggregate);
    const other = await happen(free);
    await relaying.drain();
    expect(await handledIds()).toEqual([first, first, other, other]);
    for (const wait of BACKOFF) {
      stack.clock.advance({ seconds: wait });
      await relaying.drain();
    }
    expect(await outboxRow(first)).toMatchObject({ attempts: 10, parked_at: expect.any(Date) });
    expect(await handledIds()).toEqual([first, first, other, other, second, second]);

    const { sql, parameters } = unparkEvent(first);
    await stack.pool.query(sql, parameters);
    [poisoned, asked] = [false, 0];
    await relaying.drain();
    expect(asked).toBe(1);
    expect(await outboxRow(first)).toMatchObject({
      relayed_at: expect.any(Date),
      last_error: null,
      heard_by: null,
    });
    expect(await handledIds()).toHaveLength(6);
  });

  it('gives up on a listener that never ends', async () => {
    const poisoned = await happen(newId(), 'test.poisoned');
    const other = await happen();
    const left: PoolClient[] = [];
    const relaying = relay(async (event, tx) => {
      if (event.type === 'test.poisoned') {
        left.push(tx);
        await new Promise(() => undefined);
      }
      await noting()(event, tx);
    });
    await relaying.drain();
    expect(await handledIds()).toEqual([other]);
    expect(await outboxRow(poisoned)).toMatchObject({ attempts: 1, relayed_at: null });
    // Should it end after all, it cannot write into a transaction that another batch uses by then.
    for (const tx of left) await expect(tx.query('SELECT 1')).rejects.toThrow(/closed|not queryable/);
  });

  it('does not hold a deadlock against the event', async () => {
    const id = await happen();
    // In the batch, and again in a transaction of its own.
    let deadlocks = 2;
    const relaying = relay(async (event, tx) => {
      await noting()(event, tx);
      if (deadlocks-- > 0) throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
    });
    await relaying.drain();
    expect(await outboxRow(id)).toMatchObject({ attempts: 0, retry_at: null, relayed_at: null });
    await relaying.drain();
    expect(await handledIds()).toEqual([id]);
    expect(await outboxRow(id)).toMatchObject({ attempts: 0 });
  });

  it('numbers each app’s events without a gap and in each object’s order, with two relays at once', async () => {
    const url = 'https://hooks.invalid/';
    const apps = [1, 2, 3].map(() => stack.directory.add(url, { ownerId: newId() }));
    // A second app of the first account, which wants none of these events, is numbered all the same.
    const deaf = stack.directory.add(url, {
      ownerId: apps[0]!.ownerId,
      events: ['payment.failed'],
    });
    const aggregates = Array.from({ length: 6 }, () => newId());
    const relays = [stack.relay(), stack.relay()];
    for (let round = 0; round < 10; round++) {
      for (const aggregateId of aggregates)
        for (const { ownerId } of apps) await stack.happen(ownerId, { aggregateId });
      await Promise.all(relays.map((one) => one.drain()));
    }
    for (const { appId } of [...apps, deaf]) {
      const { rows } = await stack.books.owner.query<{ sequence: string; position: string; object: string }>(
        `SELECT e.sequence, o.position, o.aggregateid AS object FROM app_events e JOIN outbox o ON o.id = e.event_id
          WHERE e.app_id = $1 ORDER BY e.sequence`,
        [appId],
      );
      expect(rows.map(({ sequence }) => Number(sequence))).toEqual(
        Array.from({ length: 60 }, (_, i) => i + 1),
      );
      for (const object of aggregates) {
        const positions = rows.filter((row) => row.object === object).map(({ position }) => Number(position));
        expect(positions).toEqual(positions.toSorted((a, b) => a - b));
      }
    }
    expect(await stack.deliveries(deaf.id)).toEqual([]);
  });
});
