import { Config } from '@app/config';
import { PurgeEvents } from '@app/webhooks';
import { MAX_DIRECT } from '../../../libs/webhooks/src/events/direct-deliveries.policy';
import { newId } from '../../support/books';
import { DeliveryStack } from './delivery-stack';

/** Fails if a delivery is created for an endpoint of an app that lacks the delivery of an earlier event. */
const WATCH_ORDER = `
  CREATE FUNCTION refuse_gaps() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
  BEGIN
    IF EXISTS (SELECT FROM created c JOIN app_events e ON e.app_id = c.app_id AND e.sequence < c.sequence
                WHERE NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.event_id = e.event_id AND d.endpoint_id = c.endpoint_id))
    THEN RAISE EXCEPTION 'a delivery was created before that of an earlier event';
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER refuse_gaps AFTER INSERT ON webhook_deliveries REFERENCING NEW TABLE AS created
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_gaps()`;

describe('events of an account with many endpoints', () => {
  let stack: DeliveryStack;

  beforeAll(async () => {
    stack = await DeliveryStack.open();
    await stack.books.owner.query(WATCH_ORDER);
  });
  beforeEach(() => stack.clock.freeze());
  afterEach(async () => {
    stack.directory.endpoints.clear();
    await stack.books.owner.query('TRUNCATE outbox, webhook_deliveries, app_events, app_event_counters');
  });
  afterAll(() => stack.close());

  /** Apps of one account with so many endpoints each; the account. */
  function account(...apps: number[]): string {
    const ownerId = newId();
    for (const endpoints of apps) {
      const appId = newId();
      for (let n = 0; n < endpoints; n++)
        stack.directory.add('http://127.0.0.1:9/never', { ownerId, appId, mode: 'test' });
    }
    return ownerId;
  }
  const rows = async (text: string, values: unknown[] = []) =>
    (await stack.books.owner.query<{ count: number }>(text, values)).rows;
  const deliveriesOf = async (ownerId: string) => {
    const text = 'SELECT count(*)::int AS count FROM webhook_deliveries WHERE owner_id = $1';
    return (await rows(text, [ownerId]))[0]!.count;
  };

  it('get a bounded number of deliveries with their numbers, and the others afterwards', async () => {
    const ownerId = account(...Array<number>(20).fill(50));
    const other = account(1);
    for (const id of [ownerId, other]) await stack.happen(id, { mode: 'test' });
    await stack.relay().drain();
    expect(await deliveriesOf(ownerId)).toBe(MAX_DIRECT);
    expect(await deliveriesOf(other)).toBe(1);
    expect(await rows('SELECT count(*)::int AS count FROM app_events')).toEqual([{ count: 21 }]);

    await stack.fanOut();
    expect(await deliveriesOf(ownerId)).toBe(1000);
    expect(await rows('SELECT FROM app_event_counters WHERE fan_out_from IS NOT NULL')).toEqual([]);
    const attributes = 'event, sequence, object_id, object_sequence, body, status, due_at, created_at';
    expect(
      await rows(`SELECT DISTINCT ${attributes} FROM webhook_deliveries WHERE owner_id = $1`, [ownerId]),
    ).toHaveLength(1);
  });

  it('wait for the deliveries of earlier events, also those that would fit', async () => {
    const ownerId = account(MAX_DIRECT + 1);
    await stack.happen(ownerId, { mode: 'test' });
    await stack.relay().drain();
    for (const endpoint of [...stack.directory.endpoints.values()].slice(1))
      endpoint.events = ['wallet.debited'];
    await stack.happen(ownerId, { mode: 'test' });
    await stack.relay().drain();
    expect(await deliveriesOf(ownerId)).toBe(0);
    await stack.fanOut();
    expect(await deliveriesOf(ownerId)).toBe(2);
    await stack.happen(ownerId, { mode: 'test' });
    await stack.relay().drain();
    expect(await deliveriesOf(ownerId)).toBe(3);
  });

  it('reach each endpoint once and in order, with two relays and two processes that fan out at once', async () => {
    const owners = [account(40, 40, 40), account(60, 5), account(1)];
    const objects = Array.from({ length: 2 }, () => newId());
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 4; n++)
        for (const ownerId of owners)
          await stack.happen(ownerId, { mode: 'test', transactionId: objects[n % 2]! });
      await Promise.all([stack.relay().drain(), stack.fanOut(), stack.relay().drain(), stack.fanOut()]);
    }
    await stack.relay().drain();
    await stack.fanOut();
    expect(await rows('SELECT FROM outbox WHERE relayed_at IS NULL OR attempts > 0')).toEqual([]);
    for (const [i, ownerId] of owners.entries())
      expect(await deliveriesOf(ownerId)).toBe(12 * [120, 65, 1][i]!);
  });

  it('stay in the feed until their deliveries are created', async () => {
    const ownerId = account(MAX_DIRECT + 1);
    await stack.happen(ownerId, { mode: 'test' });
    await stack.relay().drain();
    stack.clock.advance({ days: 100 });
    const config = Config.from({ NODE_ENV: 'test' });
    const purge = new PurgeEvents(stack.pool, stack.clock, config);
    expect(await purge.run()).toBe(0);
    await stack.fanOut();
    expect(await deliveriesOf(ownerId)).toBe(MAX_DIRECT + 1);
  });

  it('are created for other apps while those of one app cannot be', async () => {
    const owners = [account(MAX_DIRECT + 1), account(MAX_DIRECT + 1)];
    for (const ownerId of owners) await stack.happen(ownerId, { mode: 'test' });
    await stack.relay().drain();
    const [broken] = stack.directory.endpoints.values();
    const readEndpoints = stack.directory.endpointsOf.bind(stack.directory);
    const reading = jest
      .spyOn(stack.directory, 'endpointsOf')
      .mockImplementation((appId) =>
        appId === broken!.appId ? Promise.reject(new Error('broken')) : readEndpoints(appId),
      );
    await stack.fanOut();
    expect([await deliveriesOf(owners[0]!), await deliveriesOf(owners[1]!)]).toEqual([0, MAX_DIRECT + 1]);
    reading.mockRestore();
    await stack.fanOut();
    expect(await deliveriesOf(owners[0]!)).toBe(MAX_DIRECT + 1);
  });
});
