import { PurgeOutbox, RelayWorker } from '@app/write-path';
import { uuidv7 } from '@app/kernel';
import {
  CreateWebhookPartitions,
  DeliveryWorkerService,
  PurgeDeliveryLogs,
  PurgeEvents,
} from '@app/webhooks';
import { Client } from 'pg';
import { newId } from '../../support/books';
import { HeldLock } from '../../support/held-lock';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { insertEvent } from './delivery-stack';
import { Endpoint } from './endpoint';

describe('the retention of events', () => {
  let platform: Platform;
  let ada: TestMerchant;
  let ben: TestMerchant;
  let receiver: Endpoint;

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false', EVENT_RETENTION_DAYS: '10' } });
    [ada, ben] = [await platform.merchant(), await platform.merchant()];
    receiver = await Endpoint.start();
  });
  afterAll(async () => {
    await platform.stop();
    await receiver.stop();
  });

  async function happen({ id: ownerId }: TestMerchant): Promise<string> {
    const money = { minor: '1000', currency: 'NGN' };
    const data = {
      transactionId: newId(),
      sender: { usertag: 'ada' },
      recipient: { ownerId },
      sent: money,
      received: money,
    };
    const at = platform.clock.now();
    const id = newId();
    const event = {
      id,
      type: 'wallet.funds-transferred',
      aggregateId: newId(),
      ownerId,
      mode: 'live' as const,
    };
    await insertEvent({ query: (text, values) => platform.sql(text, values) }, at, { ...event, data });
    await platform.inside('scheduler', RelayWorker).run();
    await platform.inside('scheduler', DeliveryWorkerService).drain();
    return id;
  }
  const register = async (merchant: TestMerchant): Promise<string> => {
    const body = { app_id: merchant.live.app_id, url: receiver.url(`/${merchant.id}`) };
    const path = 'business.php?section=webhooks&action=create';
    return (await platform.post('business', path, body, { key: merchant.live.secret_key })).body.id as string;
  };
  const feed = async ({ live }: TestMerchant) => {
    const path = 'business.php?section=events&action=list&limit=100';
    const { body } = await platform.get('business', path, { key: live.secret_key });
    return body as { data: { id: string; sequence: number }[]; oldest: number | null; next_after: number };
  };
  const sequences = async (merchant: TestMerchant) =>
    (await feed(merchant)).data.map(({ sequence }) => sequence);
  const partitions = async (parent: string) => {
    const rows = await platform.sql<{ name: string }>(
      `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = $1::regclass ORDER BY 1`,
      [parent],
    );
    return rows.map(({ name }) => name);
  };
  const monthOf = (at: Date) => at.toISOString().slice(0, 7).replace('-', '_');

  it('the feed loses its oldest events, and never one in the middle', async () => {
    await happen(ada);
    await happen(ada);
    platform.clock.advance({ days: 6 });
    await happen(ada);
    // Numbered with an earlier time than its neighbour, as two relays may.
    await platform.sql(
      `UPDATE app_events SET numbered_at = numbered_at - interval '20 days' WHERE app_id = $1 AND sequence = 3`,
      [ada.live.app_id],
    );
    await platform.sql(
      `UPDATE app_events SET numbered_at = numbered_at + interval '6 days' WHERE app_id = $1 AND sequence = 2`,
      [ada.live.app_id],
    );
    platform.clock.advance({ days: 5 });
    expect(await platform.inside('scheduler', PurgeEvents).run()).toBe(1);
    expect(await sequences(ada)).toEqual([2, 3]);
    expect(await feed(ada)).toMatchObject({ oldest: 2 });
    platform.clock.advance({ days: 6 });
    expect(await platform.inside('scheduler', PurgeEvents).run()).toBe(2);
    expect(await feed(ada)).toMatchObject({ data: [], oldest: null, next_after: 3 });
    const id = await happen(ada);
    expect((await feed(ada)).data).toMatchObject([{ id, sequence: 4 }]);
  });

  it('pending deliveries stay, in the feed and among the deliveries; the rest goes with its month', async () => {
    const hook = await register(ben);
    const delivered = await happen(ben);
    await platform.post(
      'business',
      'business.php?section=webhooks&action=update',
      { id: hook, active: false },
      { key: ben.live.secret_key },
    );
    const [{ created_at: then }] = (await platform.sql<{ created_at: Date }>(
      'SELECT created_at FROM webhook_deliveries WHERE event_id = $1',
      [delivered],
    )) as [{ created_at: Date }];
    const waiting = newId();
    await platform.sql(
      `INSERT INTO webhook_deliveries (id, created_at, event_id, event, sequence, app_id, owner_id, mode, endpoint_id, body, status, due_at)
       SELECT $1, created_at, event_id, event, sequence, app_id, owner_id, mode, $2, body, 'pending', created_at + interval '1 year'
         FROM webhook_deliveries WHERE event_id = $3`,
      [waiting, newId(), delivered],
    );
    platform.clock.advance({ days: 75 });
    await platform.runJobs();
    expect(await sequences(ben)).toEqual([1]);
    const kept = await platform.sql<{ id: string }>('SELECT id FROM webhook_deliveries WHERE event_id = $1', [
      delivered,
    ]);
    expect(kept).toEqual([{ id: waiting }]);
    const month = monthOf(then);
    expect(await partitions('webhook_deliveries')).toContain(`webhook_deliveries_${month}`);
    expect(await partitions('webhook_attempts')).not.toContain(`webhook_attempts_${month}`);

    await platform.sql(`UPDATE webhook_deliveries SET status = 'failed', due_at = NULL WHERE id = $1`, [
      waiting,
    ]);
    await platform.inside('scheduler', PurgeDeliveryLogs).run();
    await platform.inside('scheduler', PurgeEvents).run();
    expect(await partitions('webhook_deliveries')).not.toContain(`webhook_deliveries_${month}`);
    expect(await partitions('webhook_deliveries')).toContain(
      `webhook_deliveries_${monthOf(platform.clock.now())}`,
    );
    expect(await feed(ben)).toMatchObject({ data: [], oldest: null, next_after: 1 });
    const later = await happen(ben);
    expect((await feed(ben)).data).toMatchObject([{ id: later, sequence: 2 }]);
  });

  it('a partition that is being read is dropped another time', async () => {
    const reader = new Client({ connectionString: platform.config.env.DATABASE_URL });
    await reader.connect();
    await reader.query('BEGIN');
    await reader.query('SELECT count(*) FROM webhook_deliveries');
    const before = await partitions('webhook_deliveries');
    platform.clock.advance({ days: 150 });
    await platform.inside('scheduler', PurgeDeliveryLogs).run();
    expect(await partitions('webhook_deliveries')).toEqual(before);
    await reader.query('COMMIT');
    await reader.end();
    await platform.inside('scheduler', PurgeDeliveryLogs).run();
    expect(await partitions('webhook_deliveries')).not.toEqual(before);
  });

  it('partitions are created without a lock of one table while the other is in use', async () => {
    const statement = 'LOCK TABLE webhook_attempts IN ROW EXCLUSIVE MODE';
    const inUse = await HeldLock.take(platform.config.env.DATABASE_URL, statement);
    platform.clock.advance({ days: 150 });
    const created = platform.inside('scheduler', CreateWebhookPartitions).run();
    await inUse.awaited();
    // A process that records an attempt may wait for the deliveries now.
    await platform.sql('DO $$ BEGIN LOCK TABLE webhook_deliveries IN ROW EXCLUSIVE MODE NOWAIT; END $$');
    await inUse.release();
    await created;
    for (const table of ['webhook_deliveries', 'webhook_attempts'])
      expect(await partitions(table)).toContain(`${table}_${monthOf(platform.clock.now())}`);
  });

  it('relayed events leave the outbox; those not relayed and those parked stay, however old', async () => {
    await platform.sql('DELETE FROM outbox');
    const at = platform.clock.now();
    const add = async (columns: string, values: string) => {
      const id = uuidv7(at);
      await platform.sql(
        `INSERT INTO outbox (id, aggregatetype, aggregateid, type, payload, owner_id, mode, correlation_id, created_at ${columns})
         VALUES ($1, 'x', 'x', 'x.y', '{}', $2, 'live', 'c', $3 ${values})`,
        [id, ada.id, at],
      );
      return id;
    };
    await add(', relayed_at', ', $3');
    const relayedLate = await add(', relayed_at', `, $3::timestamptz + interval '9 days'`);
    const parked = await add(', parked_at', ', $3');
    const waiting = await add(', retry_at', `, 'infinity'`);
    platform.clock.advance({ days: 11 });
    const left = async () => {
      const rows = await platform.sql<{ id: string }>('SELECT id FROM outbox WHERE type = $1', ['x.y']);
      return rows.map(({ id }) => id).toSorted();
    };
    expect(await platform.inside('scheduler', PurgeOutbox).run()).toBe(1);
    expect(await left()).toEqual([relayedLate, parked, waiting].toSorted());
    platform.clock.advance({ days: 11 });
    expect(await platform.inside('scheduler', PurgeOutbox).run()).toBe(1);
    expect(await left()).toEqual([parked, waiting].toSorted());
  });
});
