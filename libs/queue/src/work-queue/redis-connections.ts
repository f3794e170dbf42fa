import { Redis } from 'ioredis';

export type ConnectionKind = 'client' | 'subscriber' | 'bclient';

/** The Redis connections of one process's queues. */
export class RedisConnections {
  /** Called on every failure to reach Redis. */
  onError: (error: Error) => void = () => undefined;
  private readonly all: Redis[] = [];
  /** Blocking connections that wait for jobs. */
  private readonly waiting: Redis[] = [];

  constructor(private readonly redisUrl: string) {}

  /**
   * Opens a connection. Consumers wait for Redis to come back; producers fail at once, because a request waits
   * for them.
   */
  open(kind: ConnectionKind): Redis {
    const connection = new Redis(this.redisUrl, {
      enableReadyCheck: false,
      disconnectTimeout: 200,
      ...(kind === 'client'
        ? { maxRetriesPerRequest: 1, enableOfflineQueue: false, commandTimeout: 500 }
        : { maxRetriesPerRequest: null }),
      retryStrategy: (times) => Math.min(times * 100, 2000),
    });
    connection.on('error', (error) => this.onError(error));
    this.all.push(connection);
    if (kind === 'bclient') this.waiting.push(connection);
    return connection;
  }

  stopWaiting(): void {
    for (const connection of this.waiting) connection.disconnect();
  }

  end(): void {
    for (const connection of this.all) connection.disconnect();
  }
}
