import { EventEmitter, once } from 'node:events';
import { Logger } from '@nestjs/common';
import { type QueueName, QUEUES, type WorkQueue } from '@app/queue';
import Bull from 'bull';
import { Redis } from 'ioredis';
import { BullQueue, bullOptions } from '../../../libs/queue/src/work-queue/bull-queue';
import { InProcessQueue } from '../../../libs/queue/src/work-queue/in-process-queue';
import { RedisConnections } from '../../../libs/queue/src/work-queue/redis-connections';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { testRedisUrl } from '../../support/redis';
import { Line } from './breakable-line';

Logger.overrideLogger(false);
const QUEUE: QueueName = 'webhook-delivery';

/** As the module sets it up. */
function openBull(url: string): BullQueue {
  const connections = new RedisConnections(url);
  return new BullQueue(
    QUEUES.map((name) => new Bull(name, bullOptions(connections))),
    connections,
  );
}

/** Handles wake-ups as the test tells it to, and knows how many ran at once. */
class Handler {
  readonly handled: string[] = [];
  mostAtOnce = 0;
  private atOnce = 0;
  private readonly blockedRuns = new Map<string, (() => void)[]>();
  private readonly events = new EventEmitter().setMaxListeners(0);

  /** Keeps every run of this id from ending until `open` is called. */
  gate(jobId: string): void {
    this.blockedRuns.set(jobId, []);
  }

  open(jobId: string): void {
    for (const open of this.blockedRuns.get(jobId)!) open();
    this.blockedRuns.delete(jobId);
  }

  readonly handle = async (jobId: string): Promise<void> => {
    this.mostAtOnce = Math.max(this.mostAtOnce, ++this.atOnce);
    this.handled.push(jobId);
    this.events.emit('handled');
    const gate = this.blockedRuns.get(jobId);
    if (gate) await new Promise<void>((open) => gate.push(open));
    this.atOnce -= 1;
    if (/^(faulty|badly)/.test(jobId)) throw new Error('a faulty job');
  };

  count(jobId: string): number {
    return this.handled.filter((id) => id === jobId).length;
  }

  /** Which of `ids` was the i-th to be handled, once it is: wake-ups may overtake each other. */
  async nthOf(ids: string[], i: number): Promise<string> {
    for (;;) {
      const id = this.handled.filter((jobId) => ids.includes(jobId))[i];
      if (id) return id;
      await once(this.events, 'handled');
    }
  }

  async reaches(jobId: string, times = 1): Promise<void> {
    while (this.count(jobId) < times) await once(this.events, 'handled');
  }
}

interface Backend {
  url(): string;
  open(url: string): WorkQueue;
}

function contract(name: string, backend: Backend): void {
  describe(`the work queue ${name}`, () => {
    let queues: WorkQueue[] = [];
    const open = (url = backend.url()): WorkQueue => {
      const queue = backend.open(url);
      queues.push(queue);
      return queue;
    };
    /** A wake-up before the consumer listens is lost, as wake-ups may be: the sweepers' part is played here. */
    const wakeUntil = async (
      handled: Promise<void>,
      ...[queue, jobId]: [WorkQueue, string]
    ): Promise<void> => {
      const timer = setInterval(() => queue.add(QUEUE, jobId), 20);
      queue.add(QUEUE, jobId);
      await handled.finally(() => clearInterval(timer));
    };
    /** A consumer that listens, and a producer in another process. */
    const connected = async (concurrency: number, handler: Handler) => {
      const [consumer, producer] = [open(), open()];
      consumer.process(QUEUE, concurrency, handler.handle);
      await wakeUntil(handler.reaches('ready'), producer, 'ready');
      return { consumer, producer };
    };
    afterEach(async () => {
      await Promise.all(queues.map((queue) => queue.close()));
      queues = [];
    });

    it('wakes the process that handles the queue, from that process and from another', async () => {
      const handler = new Handler();
      const { consumer, producer } = await connected(1, handler);
      producer.add(QUEUE, 'from another');
      consumer.add(QUEUE, 'from here');
      await Promise.all([handler.reaches('from another'), handler.reaches('from here')]);
    });

    it('takes equal ids that wait for one', async () => {
      const handler = new Handler();
      const { consumer, producer } = await connected(1, handler);
      handler.gate('long');
      producer.add(QUEUE, 'long');
      await handler.reaches('long');
      for (let i = 0; i < 50; i++) [consumer, producer].forEach((queue) => queue.add(QUEUE, 'repeated'));
      handler.open('long');
      await handler.reaches('repeated');
      await wakeUntil(handler.reaches('last'), producer, 'last');
      expect(handler.count('repeated')).toBeLessThanOrEqual(3);
    });

    it('handles an id again when it is added while it is handled, and never twice at once', async () => {
      const handler = new Handler();
      const { producer } = await connected(4, handler);
      handler.gate('again');
      producer.add(QUEUE, 'again');
      await handler.reaches('again');
      producer.add(QUEUE, 'again');
      await wakeUntil(handler.reaches('meanwhile'), producer, 'meanwhile');
      expect(handler.count('again')).toBe(1);
      handler.open('again');
      await handler.reaches('again', 2);
    });

    it('goes on after a handler that throws', async () => {
      const handler = new Handler();
      const { producer } = await connected(1, handler);
      producer.add(QUEUE, 'faulty');
      await handler.reaches('faulty');
      producer.add(QUEUE, 'sound');
      await handler.reaches('sound');
      producer.add(QUEUE, 'faulty');
      await handler.reaches('faulty', 2);
    });

    it('handles no more at once than its concurrency', async () => {
      const handler = new Handler();
      const { producer } = await connected(2, handler);
      const ids = ['a', 'b', 'c', 'd', 'e'];
      for (const id of ids) {
        handler.gate(id);
        producer.add(QUEUE, id);
      }
      await handler.nthOf(ids, 1);
      for (let i = 0; i < ids.length; i++) handler.open(await handler.nthOf(ids, i));
      expect(handler.mostAtOnce).toBe(2);
    });

    it('closes when the running handler has ended, and leaves new wake-ups to others', async () => {
      const [handler, other] = [new Handler(), new Handler()];
      const { consumer, producer } = await connected(1, handler);
      handler.gate('running');
      producer.add(QUEUE, 'running');
      await handler.reaches('running');
      let closed = false;
      const closing = consumer.close().then(() => (closed = true));

      await connected(1, other);
      consumer.add(QUEUE, 'new');
      await wakeUntil(other.reaches('new'), producer, 'new');
      expect(closed).toBe(false);
      handler.open('running');
      await closing;
      expect(handler.count('new')).toBe(0);
    });

    it('never throws and never waits while its server is away, and works again when it is back', async () => {
      const line = await Line.to(backend.url());
      const handler = new Handler();
      const [consumer, producer] = [open(line.url), open(line.url)];
      consumer.process(QUEUE, 1, handler.handle);
      await wakeUntil(handler.reaches('before'), producer, 'before');

      line.cut();
      const since = process.cpuUsage();
      for (let i = 0; i < 1000; i++) producer.add(QUEUE, `lost-${i}`);
      // Nothing else runs in between. A millisecond of work for each would be a second.
      expect(process.cpuUsage(since).user).toBeLessThan(1_000_000);

      line.restore();
      await wakeUntil(handler.reaches('after'), producer, 'after');
      await Promise.all([consumer.close(), producer.close()]);
      await line.close();
    });

    it('never waits while its server hangs, and works again when it goes on', async () => {
      const line = await Line.to(backend.url());
      const handler = new Handler();
      const [consumer, producer] = [open(line.url), open(line.url)];
      consumer.process(QUEUE, 1, handler.handle);
      await wakeUntil(handler.reaches('before'), producer, 'before');

      line.stall();
      const since = process.cpuUsage();
      for (let i = 0; i < 1000; i++) producer.add(QUEUE, `late-${i}`);
      // Nothing else runs in between. A millisecond of work for each would be a second.
      expect(process.cpuUsage(since).user).toBeLessThan(1_000_000);

      line.restore();
      await wakeUntil(handler.reaches('after'), producer, 'after');
      await Promise.all([consumer.close(), producer.close()]);
      await line.close();
    });

    it('closes while its server hangs', async () => {
      const line = await Line.to(backend.url());
      const handler = new Handler();
      const queue = open(line.url);
      const producer = open();
      queue.process(QUEUE, 1, handler.handle);
      await wakeUntil(handler.reaches('before'), producer, 'before');
      line.stall();
      queue.add(QUEUE, 'lost');
      await queue.close();
      await line.close();
    });

    it('closes without its server', async () => {
      const line = await Line.to(backend.url());
      const queue = open(line.url);
      line.cut();
      queue.process(QUEUE, 1, new Handler().handle);
      queue.add(QUEUE, 'lost');
      await queue.close();
      await line.close();
    });
  });
}

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

contract('without Redis', { url: () => database.url, open: (url) => new InProcessQueue(url) });

const redisUrl = testRedisUrl();
if (redisUrl) {
  contract('on Redis', { url: () => redisUrl, open: openBull });

  describe('what the work queue leaves in Redis', () => {
    let redis: Redis;
    let queue: BullQueue;
    beforeEach(() => {
      redis = new Redis(redisUrl);
      queue = openBull(redisUrl);
    });
    afterEach(async () => {
      await queue.close();
      redis.disconnect();
    });
    const keys = () => redis.keys(`{payments}:${QUEUE}:*`);

    it('contains nothing of handled work, whether it succeeded or failed', async () => {
      const handler = new Handler();
      queue.process(QUEUE, 4, handler.handle);
      const ids = Array.from({ length: 200 }, (_, n) => (n % 2 ? `well-${n}` : `badly-${n}`));
      await wake(handler, queue, 'ready');
      for (const id of ids) queue.add(QUEUE, id);
      await Promise.all(ids.map((id) => handler.reaches(id)));
      let left = await keys();
      while (left.some((key) => /-\d+$/.test(key))) left = await keys();
      expect(left.length).toBeLessThan(10);
    });

    it('may be wiped while it runs', async () => {
      const handler = new Handler();
      queue.process(QUEUE, 1, handler.handle);
      await wake(handler, queue, 'before');
      await redis.flushdb();
      expect(await keys()).toEqual([]);
      await wake(handler, queue, 'after');
    });

    /** The sweepers' part: an addition before the connection stands is lost. */
    async function wake(handler: Handler, through: BullQueue, id: string): Promise<void> {
      const timer = setInterval(() => through.add(QUEUE, id), 20);
      await handler.reaches(id).finally(() => clearInterval(timer));
    }
  });
} else console.log('TEST_REDIS_URL is not set: the work queue on Redis is not tested.');
