import { createHmac } from 'node:crypto';
import { DisableFailingEndpoints } from '@app/webhooks';
import { Pool } from 'pg';
import { eventually } from '../../support/eventually';
import { DueDeliveriesStore } from '../../../libs/webhooks/src/deliveries/due-deliveries.store';
import { configOf, DeliveryStack } from './delivery-stack';
import { Endpoint, nothing, status } from './endpoint';

/** Seconds between each try and the one before (specification, "Webhook retries"). */
const WAITS = [60, 300, 1800, 7200, 86_400];

describe('webhook deliveries', () => {
  let stack: DeliveryStack;
  let receiver: Endpoint;
  let endpoint: ReturnType<DeliveryStack['directory']['add']>;

  beforeAll(async () => (stack = await DeliveryStack.open()));
  beforeEach(async () => {
    stack.clock.freeze();
    receiver = await Endpoint.start();
    endpoint = stack.directory.add(receiver.url());
  });
  afterEach(async () => {
    receiver.release();
    await receiver.stop();
    await stack.books.owner.query('TRUNCATE webhook_deliveries, webhook_attempts, webhook_endpoint_failures');
  });
  afterAll(() => stack.close());

  const only = async () => (await stack.deliveries(endpoint.id))[0]!;

  describe('the content of a delivery', () => {
    it('is an envelope of exactly event, data and timestamp, with the headers of the specification', async () => {
      const [eventId] = await stack.deliver(endpoint.ownerId);
      await stack.worker().drain();
      const [{ raw, headers, path }] = receiver.received as [(typeof receiver.received)[0]];
      const body = JSON.parse(raw.toString()) as Record<string, unknown>;
      expect(Object.keys(body)).toEqual(['event', 'data', 'timestamp']);
      expect(body).toMatchObject({ event: 'transfer.received', timestamp: stack.clock.unixSeconds() });
      expect(path).toBe('/hooks');
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        'user-agent': 'Service-Webhook/1.0',
        'x-service-event-id': eventId,
        'x-service-delivery-attempt': '1',
        'x-service-event-sequence': '1',
        'webhook-id': eventId,
        'webhook-timestamp': String(stack.clock.unixSeconds()),
        'content-length': String(raw.length),
      });
    });

    it('is signed over the bytes that arrive, by the endpoint’s own secret and no other', async () => {
      const other = stack.directory.add(receiver.url('/other'), { ownerId: endpoint.ownerId });
      await stack.deliver(endpoint.ownerId);
      await stack.worker().drain();
      expect(receiver.received).toHaveLength(2);
      for (const { raw, headers, path } of receiver.received) {
        const [own, foreign] = path === '/hooks' ? [endpoint, other] : [other, endpoint];
        expect(headers['x-service-signature']).toBe(plainSignature(own.secrets[0]!, raw));
        expect(headers['x-service-signature']).not.toBe(plainSignature(foreign.secrets[0]!, raw));
        expect(headers['webhook-signature']).toBe(standardSignature(own.secrets[0]!, headers, raw));
      }
    });
  });

  describe('retries', () => {
    it('come 1 m, 5 m, 30 m, 2 h and 24 h after the try before, then the delivery is failed', async () => {
      receiver.answer = status(503);
      const [eventId] = await stack.deliver(endpoint.ownerId);
      // Each try is another process's: what is due is known to the database alone.
      await stack.worker().drain();
      expect(receiver.received).toHaveLength(1);
      for (const [n, wait] of WAITS.entries()) {
        expect(await only()).toMatchObject({
          status: 'pending',
          attempts: n + 1,
          claim: null,
          due_at: new Date(stack.clock.now().getTime() + wait * 1000),
        });
        stack.clock.advance({ seconds: wait - 1 });
        await stack.worker().drain();
        expect(receiver.received).toHaveLength(n + 1);
        stack.clock.advance({ seconds: 1 });
        await stack.worker().drain();
        expect(receiver.received).toHaveLength(n + 2);
      }
      expect(await only()).toMatchObject({ status: 'failed', attempts: 6, due_at: null });
      stack.clock.advance({ days: 30 });
      await stack.worker().drain();
      expect(receiver.received).toHaveLength(6);

      expect(new Set(receiver.received.map(({ raw }) => raw.toString())).size).toBe(1);
      expect(receiver.header('x-service-event-id')).toEqual(Array(6).fill(eventId));
      expect(receiver.header('x-service-delivery-attempt')).toEqual(['1', '2', '3', '4', '5', '6']);
      expect(new Set(receiver.header('x-service-signature')).size).toBe(1);
      // A captured message cannot be played again later: the time of each try is signed too.
      expect(new Set(receiver.header('webhook-timestamp')).size).toBe(6);
      for (const { raw, headers } of receiver.received)
        expect(headers['webhook-signature']).toBe(standardSignature(endpoint.secrets[0]!, headers, raw));
      expect((await stack.attempts(endpoint.id)).map(({ attempt, status: code }) => [attempt, code])).toEqual(
        [1, 2, 3, 4, 5, 6].map((n) => [n, 503]),
      );
    });

    it('end with the first success', async () => {
      receiver.answer = (response) => {
        response.writeHead(receiver.received.length < 3 ? 500 : 204).end();
      };
      await stack.deliver(endpoint.ownerId);
      for (const wait of [0, ...WAITS]) {
        stack.clock.advance({ seconds: wait });
        await stack.worker().drain();
      }
      expect(receiver.received).toHaveLength(3);
      expect(await only()).toMatchObject({ status: 'delivered', attempts: 3, due_at: null });
    });
  });

  describe('events about one object', () => {
    const about = 'transaction-1';
    const happen = async (times: number, aggregateId = about) => {
      const ids: string[] = [];
      for (let n = 0; n < times; n++)
        ids.push(await stack.happen(endpoint.ownerId, { transactionId: about, aggregateId }));
      await stack.relay().drain();
      return ids;
    };
    const places = () => receiver.received.map(({ headers }) => Number(headers['x-service-object-sequence']));

    it('are numbered 1, 2, 3 for each app, whatever happens in between and however many relays look', async () => {
      const sibling = stack.directory.add(receiver.url('/sibling'), { ownerId: endpoint.ownerId });
      await happen(2);
      await stack.deliver(endpoint.ownerId, 2);
      for (let n = 0; n < 6; n++)
        await stack.happen(endpoint.ownerId, { transactionId: about, aggregateId: about });
      await Promise.all([1, 2, 3].map(() => stack.relay().drain()));
      await stack.worker().drain();
      for (const path of ['/hooks', '/sibling']) {
        const got = receiver.received.filter((one) => one.path === path);
        const numbers = got
          .filter(({ headers }) => headers['x-service-object-id'] === about)
          .map(({ headers }) => [
            Number(headers['x-service-object-sequence']),
            Number(headers['x-service-event-sequence']),
          ]);
        const ordered = numbers.toSorted(([a], [b]) => a! - b!);
        expect(ordered.map(([place]) => place)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
        expect(ordered.map(([, sequence]) => sequence)).toEqual([1, 2, 5, 6, 7, 8, 9, 10]);
        expect(got.filter(({ headers }) => headers['x-service-object-sequence'] === '1')).toHaveLength(3);
      }
      expect(sibling.appId).not.toBe(endpoint.appId);
    });

    it('arrive one behind the other, however many workers send', async () => {
      await happen(12);
      await stack.deliver(endpoint.ownerId, 30);
      await Promise.all([1, 2, 3].map(() => stack.worker().drain()));
      while (places().filter(Boolean).length < 42) await stack.worker().drain();
      const arrived = receiver.received.filter(({ headers }) => headers['x-service-object-id'] === about);
      expect(arrived.map(({ headers }) => headers['x-service-object-sequence'])).toEqual(
        Array.from({ length: 12 }, (_, n) => String(n + 1)),
      );
    });

    it('wait for an earlier one through its first three tries, and then go ahead of it', async () => {
      receiver.answer = (response, { headers }) =>
        void response.writeHead(headers['x-service-object-sequence'] === '1' ? 500 : 200).end();
      await happen(3);
      for (const [tried, wait] of [60, 300].entries()) {
        await stack.worker().drain();
        expect(places()).toEqual(Array(tried + 1).fill(1));
        stack.clock.advance({ seconds: wait });
      }
      await stack.worker().drain();
      expect(places()).toEqual([1, 1, 1, 2, 3]);
      expect((await stack.deliveries(endpoint.id)).map((row) => row.status)).toEqual([
        ...['pending', 'delivered', 'delivered'],
      ]);
    });

    it('hold up nothing else', async () => {
      receiver.answer = nothing;
      await happen(5);
      const done = stack.worker({ WEBHOOK_TIMEOUT_SECONDS: '60' }).drain();
      await receiver.count(1);
      await stack.deliver(endpoint.ownerId, 5);
      const others = stack.worker({ WEBHOOK_TIMEOUT_SECONDS: '60' }).drain();
      await receiver.count(6);
      expect(receiver.open).toHaveLength(6);
      receiver.release();
      await Promise.all([done, others]);
    });
  });

  describe('an answer', () => {
    it.each([200, 201, 202, 204, 299])('is a success with status %i', async (code) => {
      receiver.answer = status(code);
      await stack.deliver(endpoint.ownerId);
      await stack.worker().drain();
      expect(await only()).toMatchObject({ status: 'delivered', attempts: 1 });
    });

    it.each([300, 304, 400, 401, 404, 410, 429, 500, 503, 599])(
      'is a failure with status %i',
      async (code) => {
        receiver.answer = status(code);
        await stack.deliver(endpoint.ownerId);
        await stack.worker().drain();
        expect(await only()).toMatchObject({ status: 'pending', attempts: 1 });
        expect(await stack.attempts(endpoint.id)).toMatchObject([
          { status: code, error: `answered ${code}` },
        ]);
      },
    );

    it.each([301, 302, 303, 307, 308])('is a failure with status %i and is not followed', async (code) => {
      receiver.answer = status(code, { location: receiver.url('/async-payments') });
      await stack.deliver(endpoint.ownerId);
      await stack.worker().drain();
      expect(receiver.received.map(({ path }) => path)).toEqual(['/hooks']);
      expect(await only()).toMatchObject({ status: 'pending', attempts: 1 });
    });

    it('is a failure if it is late', async () => {
      receiver.answer = nothing;
      await stack.deliver(endpoint.ownerId);
      await stack.worker().drain();
      expect(await only()).toMatchObject({ status: 'pending', attempts: 1 });
      expect(await stack.attempts(endpoint.id)).toMatchObject([
        { status: null, error: 'no answer within 1 seconds' },
      ]);
    });

    it('counts by its status if it never ends, and its connection is given up', async () => {
      receiver.answer = (response) => {
        response.writeHead(200);
        const more = () => {
          while (!response.destroyed && response.write('x'.repeat(8192)));
        };
        response.on('drain', more);
        more();
      };
      await stack.deliver(endpoint.ownerId);
      await stack.worker({ WEBHOOK_TIMEOUT_SECONDS: '60' }).drain();
      expect(await only()).toMatchObject({ status: 'delivered' });
      expect(await stack.attempts(endpoint.id)).toMatchObject([{ status: 200, answer: 'x'.repeat(1024) }]);
      await receiver.idle();
    });

    it('counts by its status if it drips until the time is over', async () => {
      receiver.answer = (response) => void response.writeHead(200).write('slow');
      await stack.deliver(endpoint.ownerId);
      await stack.worker().drain();
      expect(await only()).toMatchObject({ status: 'delivered' });
    });

    it('is kept up to its first kilobyte, whatever bytes it holds', async () => {
      receiver.answer = (response) =>
        void response.writeHead(500).end(Buffer.concat([Buffer.from([0, 0xff]), Buffer.alloc(2000, 'a')]));
      await stack.deliver(endpoint.ownerId);
      await stack.worker().drain();
      expect((await stack.attempts(endpoint.id))[0]!.answer).toBe(`\ufffd${'a'.repeat(1022)}`);
    });

    it.each([
      [200, 'delivered', null],
      [503, 'pending', 'answered 503'],
    ])('counts by its status line if it cannot be read (%i)', async (code, state, error) => {
      const rest = 'Content-Length: 4\r\nContent-Length: 4\r\n\r\nread';
      receiver.answer = (response) => void response.socket!.end(`HTTP/1.1 ${code} Status\r\n${rest}`);
      await stack.deliver(endpoint.ownerId);
      await stack.worker().drain();
      expect(await only()).toMatchObject({ status: state, attempts: 1 });
      expect(await stack.attempts(endpoint.id)).toMatchObject([{ status: code, answer: 'read', error }]);
    });

    it('is a failure if it is no HTTP, or none at all', async () => {
      receiver.answer = (response) => void response.socket!.end('nonsense\r\n\r\n');
      await stack.deliver(endpoint.ownerId);
      await stack.worker().drain();
      const port = receiver.port;
      await receiver.stop();
      const gone = stack.directory.add(`http://127.0.0.1:${port}/`);
      await stack.deliver(gone.ownerId);
      await stack.worker().drain();
      receiver = await Endpoint.start();
      for (const { id } of [endpoint, gone]) {
        expect(await stack.deliveries(id)).toMatchObject([{ status: 'pending', attempts: 1 }]);
        expect(await stack.attempts(id)).toMatchObject([{ status: null, error: expect.any(String) }]);
      }
    });
  });

  describe('many endpoints and workers', () => {
    it('one that hangs holds up no other', async () => {
      receiver.answer = nothing;
      const lively = await Endpoint.start();
      const other = stack.directory.add(lively.url());
      await stack.deliver(endpoint.ownerId, 30);
      await stack.deliver(other.ownerId, 30);
      const done = stack.worker({ WEBHOOK_TIMEOUT_SECONDS: '60' }).drain();
      await lively.count(30);
      await receiver.count(8);
      expect(receiver.open).toHaveLength(8);
      receiver.release();
      await done;
      await receiver.count(30);
      await lively.stop();
    });

    it('one that has failed is tried one delivery at a time until it answers', async () => {
      receiver.answer = status(500);
      await stack.deliver(endpoint.ownerId, 3);
      await stack.worker().drain();
      stack.clock.advance({ minutes: 1 });
      receiver.answer = nothing;
      const done = stack.worker({ WEBHOOK_TIMEOUT_SECONDS: '60' }).drain();
      await receiver.count(4);
      expect(receiver.open).toHaveLength(1);
      receiver.release();
      await done;
      expect((await stack.deliveries(endpoint.id)).map((row) => row.status)).toEqual(
        Array(3).fill('delivered'),
      );
    });

    describe('endpoints of one account', () => {
      const PATIENT = { WEBHOOK_TIMEOUT_SECONDS: '60' };
      /** Endpoints of one account, with one event that goes to all of them. */
      const account = async (endpoints: number, mode: 'live' | 'test', path: string) => {
        const { ownerId } = stack.directory.add(receiver.url(path), { mode });
        for (let n = 1; n < endpoints; n++) stack.directory.add(receiver.url(path), { mode, ownerId });
        await stack.happen(ownerId, { mode });
        await stack.relay().drain();
        await stack.fanOut();
        return ownerId;
      };
      const openAt = (...paths: string[]) => {
        const open = receiver.received.map(({ path }) => path).filter((path) => paths.includes(path));
        return paths.map((path) => open.filter((one) => one === path).length);
      };
      beforeEach(() => (receiver.answer = nothing));

      it('take a share of the places while they hang: those of other accounts go out meanwhile', async () => {
        await account(200, 'live', '/flood');
        await account(60, 'test', '/test-flood');
        const flooded = stack.worker(PATIENT);
        const done = flooded.drain();
        await receiver.count(64 + 16);
        // No connection to the database is held meanwhile.
        await eventually(
          () => stack.pool.idleCount === stack.pool.totalCount && stack.pool.waitingCount === 0,
        );
        receiver.answer = (response, { path }) =>
          void (path.includes('flood') ? nothing : status(200))(response, {} as never);
        await account(1, 'live', '/other-live');
        await account(1, 'test', '/other-test');
        await flooded.wake();
        await receiver.count(64 + 16 + 2);
        expect(openAt('/flood', '/test-flood', '/other-live', '/other-test')).toEqual([64, 16, 1, 1]);
        receiver.release();
        await done;
        await receiver.count(262);
      });

      it('leave the places of live deliveries to these, and the last of test deliveries to accounts that use few', async () => {
        for (let n = 0; n < 16; n++) await account(8, 'test', '/test-flood');
        const flooded = stack.worker(PATIENT);
        const done = flooded.drain();
        await receiver.count(96);
        await account(1, 'test', '/late');
        await account(1, 'live', '/live');
        await flooded.wake();
        await receiver.count(98);
        expect(openAt('/test-flood', '/late', '/live')).toEqual([96, 1, 1]);
        receiver.release();
        await done;
        await receiver.count(130);
      });

      it('get a few places together after they have failed, and the others of the account the rest', async () => {
        receiver.answer = status(500);
        const ownerId = await account(40, 'test', '/broken');
        await stack.worker().drain();
        stack.directory.add(receiver.url('/sound'), { mode: 'test', ownerId });
        await stack.happen(ownerId, { mode: 'test' });
        await stack.relay().drain();
        receiver.received.splice(0);
        receiver.answer = (response, { path }) =>
          void (path === '/broken' ? nothing : status(200))(response, {} as never);
        const done = stack.worker(PATIENT).drain();
        await receiver.count(4 + 1);
        expect(openAt('/broken', '/sound')).toEqual([4, 1]);
        receiver.release();
        await done;
      });

      it('use few connections to the database when many fail at once', async () => {
        const ownerId = await account(60, 'live', '/broken');
        for (let n = 0; n < 2; n++) await stack.happen(ownerId);
        await stack.relay().drain();
        await stack.fanOut();
        let [used, most] = [0, 0];
        const acquired = () => (most = Math.max(most, ++used));
        const released = () => (used -= 1);
        stack.pool.on('acquire', acquired).on('release', released);
        const done = stack.worker(PATIENT).drain();
        await receiver.count(64);
        receiver.answer = status(500);
        for (const response of receiver.open.splice(0)) response.writeHead(500).end();
        await done;
        stack.pool.off('acquire', acquired).off('release', released);
        // One claim, one release, one record of attempts and one read of destinations.
        expect(most).toBeLessThanOrEqual(4);
        expect(receiver.received).toHaveLength(180);
      });

      it('are all reached when it has more than one claim looks at', async () => {
        receiver.answer = status(200);
        await account(150, 'live', '/many');
        const worker = stack.worker();
        await worker.wake();
        await receiver.count(150);
        await worker.onModuleDestroy();
      });
    });

    it('a claim reads what it takes and not all that wait for the endpoint, and writes to no index', async () => {
      const [waiting, room, claims] = [3000, 120, 7];
      await stack.books.owner.query(
        `INSERT INTO webhook_deliveries (id, created_at, event_id, event, app_id, owner_id, mode, endpoint_id, body, status, due_at)
         SELECT gen_random_uuid(), $4, gen_random_uuid(), 'test.ping', $1, $2, 'live', $3, '{}', 'pending', $4
           FROM generate_series(1, ${waiting})`,
        [endpoint.appId, endpoint.ownerId, endpoint.id, stack.clock.now()],
      );
      await stack.books.owner.query('ANALYZE webhook_deliveries');
      // One connection, because each reports its own statistics.
      const pool = new Pool({ ...stack.pool.options, max: 1 });
      const statistics = async () => {
        await pool.query('SELECT pg_stat_force_next_flush()');
        const { rows } = await stack.books.owner.query<{ read: number; updated: number; indexed: number }>(
          `SELECT sum(idx_tup_fetch + seq_tup_read)::int AS read, sum(n_tup_upd)::int AS updated,
                  sum(n_tup_upd - n_tup_hot_upd)::int AS indexed
             FROM pg_stat_user_tables WHERE relname LIKE 'webhook_deliveries%'`,
        );
        return rows[0]!;
      };
      const due = new DueDeliveriesStore(pool, stack.clock, configOf({}));
      const before = await statistics();
      for (let n = 0; n < claims; n++) {
        const accounts = [{ ownerId: endpoint.ownerId, room, failingRoom: 0, after: null }];
        const endpoints = [{ endpointId: endpoint.id, held: 0, depth: room }];
        const claim = { mode: 'live', room, upTo: stack.clock.now(), accounts, endpoints } as const;
        expect((await due.claim(claim)).deliveries).toHaveLength(room);
      }
      const after = await statistics();
      await pool.end();
      expect(after.updated - before.updated).toBe(claims * room);
      expect(after.indexed - before.indexed).toBe(0);
      // A claim passes over those of the claims before it.
      expect(after.read - before.read).toBeLessThan(3 * waiting);
    });

    it('each delivery is sent by one worker, however many look at once', async () => {
      const ids = await stack.deliver(endpoint.ownerId, 60);
      await Promise.all([1, 2, 3, 4].map(() => stack.worker().drain()));
      expect(receiver.header('x-service-event-id').toSorted()).toEqual(ids.toSorted());
    });

    it('a claim of a killed worker is taken over when it runs out, and not before', async () => {
      const [eventId] = await stack.deliver(endpoint.ownerId);
      const killed = stack.due({ WEBHOOK_TIMEOUT_SECONDS: '10' });
      const everything = {
        mode: 'live',
        room: 10,
        upTo: stack.clock.now(),
        accounts: [],
        endpoints: [],
      } as const;
      expect((await killed.claim(everything)).deliveries).toHaveLength(1);
      stack.clock.advance({ seconds: 29 });
      await stack.worker().drain();
      expect(receiver.received).toHaveLength(0);
      stack.clock.advance({ seconds: 1 });
      await stack.worker().drain();
      expect(receiver.header('x-service-event-id')).toEqual([eventId]);
      expect(receiver.header('x-service-delivery-attempt')).toEqual(['1']);
      expect(await only()).toMatchObject({ status: 'delivered' });
    });

    it('a try that is still under way never counts as a dead worker’s, however long tries may take', async () => {
      receiver.answer = nothing;
      await stack.deliver(endpoint.ownerId);
      const slow = stack.worker({ WEBHOOK_TIMEOUT_SECONDS: '120' });
      const done = slow.drain();
      await receiver.count(1);
      stack.clock.advance({ seconds: 119 });
      await stack.worker({ WEBHOOK_TIMEOUT_SECONDS: '120' }).drain();
      expect(receiver.received).toHaveLength(1);
      receiver.release();
      await done;
    });

    it('a worker that comes back late does not undo what another has done', async () => {
      receiver.answer = nothing;
      await stack.deliver(endpoint.ownerId);
      const first = stack.worker({ WEBHOOK_TIMEOUT_SECONDS: '20' });
      const late = first.drain();
      await receiver.count(1);
      // Its look for more has ended: after the minute it would claim the delivery again.
      await first.wake();
      stack.clock.advance({ minutes: 1 });
      const [held] = receiver.open.splice(0);
      receiver.answer = status(200);
      await stack.worker().drain();
      expect(await only()).toMatchObject({ status: 'delivered', attempts: 1 });
      held!.writeHead(500).end();
      await late;
      expect(await only()).toMatchObject({ status: 'delivered', attempts: 1, due_at: null });
    });
  });

  describe('an endpoint', () => {
    it('gets nothing more after its deletion, not even what was due', async () => {
      receiver.answer = status(500);
      await stack.deliver(endpoint.ownerId);
      await stack.worker().drain();
      stack.directory.endpoints.delete(endpoint.id);
      stack.clock.advance({ minutes: 1 });
      await stack.worker().drain();
      expect(receiver.received).toHaveLength(1);
      expect(await only()).toMatchObject({ status: 'failed', due_at: null });
    });

    it('is disabled if it only failed for five days, and not if it answered once', async () => {
      const disabling = new DisableFailingEndpoints(stack.pool, stack.directory, stack.commands);
      const recovering = stack.directory.add(receiver.url('/recovering'), { ownerId: endpoint.ownerId });
      receiver.answer = (response, { path }) =>
        void response.writeHead(path === '/recovering' && answers ? 200 : 500).end();
      let answers = false;
      for (let day = 0; day < 5; day++) {
        await stack.deliver(endpoint.ownerId);
        await stack.worker().drain();
        answers = day === 3;
        expect(await disabling.run()).toEqual([]);
        stack.clock.advance({ days: 1 });
      }
      await stack.deliver(endpoint.ownerId);
      await stack.worker().drain();
      expect(await disabling.run()).toEqual([endpoint.id]);
      expect(stack.directory.endpoints.has(recovering.id)).toBe(true);
      expect(await disabling.run()).toEqual([]);
    });

    it('is not blamed while its secret cannot be read, and loses no try', async () => {
      await stack.deliver(endpoint.ownerId);
      const directory = jest.spyOn(stack.directory, 'destinationsOf');
      directory.mockRejectedValueOnce(new Error('the database is away'));
      await stack.worker().drain();
      directory.mockRestore();
      expect(await only()).toMatchObject({ status: 'pending', attempts: 0 });
      expect(await stack.attempts(endpoint.id)).toEqual([]);
      stack.clock.advance({ minutes: 1 });
      await stack.worker().drain();
      expect(receiver.header('x-service-delivery-attempt')).toEqual(['1']);
      expect(await only()).toMatchObject({ status: 'delivered', attempts: 1 });
    });

    it('is not blamed for what could not be sent while it was paused, and gets it afterwards', async () => {
      const disabling = new DisableFailingEndpoints(stack.pool, stack.directory, stack.commands);
      const [eventId] = await stack.deliver(endpoint.ownerId);
      endpoint.active = false;
      await stack.worker().drain();
      expect(receiver.received).toHaveLength(0);
      stack.clock.advance({ days: 6 });
      await stack.worker().drain();
      expect(await only()).toMatchObject({
        status: 'pending',
        attempts: 0,
        claim: null,
        claimed_until: null,
      });
      expect(await stack.attempts(endpoint.id)).toEqual([]);
      endpoint.active = true;
      receiver.answer = status(500);
      await stack.worker().drain();
      expect(receiver.header('x-service-event-id')).toEqual([eventId]);
      expect(await only()).toMatchObject({ status: 'pending', attempts: 1 });
      expect(await disabling.run()).toEqual([]);
    });

    it('is looked at once for all that waits for it while it is paused, and holds up no other', async () => {
      const lively = stack.directory.add(receiver.url('/lively'));
      await stack.deliver(endpoint.ownerId, 100);
      endpoint.active = false;
      await stack.deliver(lively.ownerId, 20);
      const read = jest.spyOn(stack.directory, 'destinationsOf');
      await stack.worker().drain();
      expect(receiver.received.map(({ path }) => path)).toEqual(Array(20).fill('/lively'));
      expect(read.mock.calls.flat(2).filter((id) => id === endpoint.id)).toHaveLength(1);
      read.mockRestore();
      endpoint.active = true;
      await stack.worker().drain();
      expect(receiver.received).toHaveLength(120);
    });
  });
});

function plainSignature(secret: string, raw: Buffer): string {
  return `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`;
}

/** As a Standard Webhooks library computes it: the key is what stands behind the prefix, decoded. */
function standardSignature(secret: string, headers: NodeJS.Dict<string | string[]>, raw: Buffer): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = Buffer.concat([
    Buffer.from(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.`),
    raw,
  ]);
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}
