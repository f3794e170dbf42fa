import type { Socket } from 'node:net';
import { within } from '@app/kernel';
import { Client, type QueryResultRow } from 'pg';

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5000;
const TIMEOUT_MS = 2000;
const LEAVE_MS = 500;

/** The callbacks of a subscriber. */
export interface ChannelSubscriber {
  receive(payload: string): void;
  /** The channel listens, for the first time or after a reconnect: notifications may have been missed. */
  listens?(): void;
  /** The connection was lost. */
  lost?(): void;
}

/**
 * LISTEN and NOTIFY on a connection of their own, so that no transaction that moves money takes the lock that
 * NOTIFY holds during its commit. It reconnects by itself; notifications sent meanwhile are lost.
 */
export class PostgresChannel {
  private client: Client | null = null;
  private connecting: Promise<void> | null = null;
  private retry: NodeJS.Timeout | null = null;
  private retryMs = FIRST_RETRY_MS;
  private notBefore = 0;
  private listening = false;
  private closed = false;

  constructor(
    private readonly url: string,
    private readonly name: string,
    private readonly subscriber: ChannelSubscriber,
  ) {}

  /** Starts to receive every payload, also after reconnects. Resolves after the first attempt to connect. */
  async listen(): Promise<void> {
    if (this.listening) return this.connect();
    // A connection that is being opened only to send would not listen.
    await this.connecting;
    this.listening = true;
    if (!this.client) return this.connect();
    await this.client.query(`LISTEN ${this.name}`).catch(() => undefined);
  }

  /** Sends the payloads in one transaction without writes. Rejects when the server is unavailable. */
  async send(payloads: readonly string[]): Promise<void> {
    await this.query('SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload', [
      this.name,
      payloads,
    ]);
  }

  /** Runs a query on the channel's connection; earlier notifications arrive before its result. */
  async query<Row extends QueryResultRow>(text: string, values: readonly unknown[]): Promise<Row[]> {
    if (!this.client) await this.connect();
    if (!this.client) throw new Error('PostgreSQL is away');
    return (await this.client.query<Row>(text, [...values])).rows;
  }

  /** Drops the connection and opens a new one. */
  drop(): void {
    if (this.client) socketOf(this.client).destroy();
  }

  /** The process id of the server backend; null while disconnected. */
  get backendPid(): number | null {
    return (this.client as unknown as { processID: number } | null)?.processID ?? null;
  }

  async close(): Promise<void> {
    this.closed = true;
    if (this.retry) clearTimeout(this.retry);
    await this.connecting;
    if (this.client) await leave(this.client);
  }

  private connect(): Promise<void> {
    if (this.closed || this.client || performance.now() < this.notBefore) return Promise.resolve();
    this.connecting ??= this.open().finally(() => (this.connecting = null));
    return this.connecting;
  }

  private async open(): Promise<void> {
    const client = new Client({
      connectionString: this.url,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      keepAlive: true,
    });
    client.on('error', () => undefined);
    client.on('notification', ({ payload }) => this.subscriber.receive(payload ?? ''));
    try {
      await client.connect();
      if (this.listening) await client.query(`LISTEN ${this.name}`);
      client.once('end', () => this.lost(client));
      this.client = client;
      this.retryMs = FIRST_RETRY_MS;
      if (this.listening) this.subscriber.listens?.();
    } catch {
      await leave(client);
      this.lost(client);
    }
  }

  private lost(client: Client): void {
    if (this.client === client) {
      this.client = null;
      this.subscriber.lost?.();
    }
    this.notBefore = performance.now() + this.retryMs;
    if (this.listening && !this.closed) {
      this.retry = setTimeout(() => void this.connect(), this.retryMs + 1).unref();
    }
    this.retryMs = Math.min(this.retryMs * 2, LAST_RETRY_MS);
  }
}

/** Ends the session, or destroys the connection when the server does not answer in time. */
async function leave(client: Client): Promise<void> {
  const left = client.end().catch(() => undefined);
  await within(LEAVE_MS, left, () => undefined);
  socketOf(client).destroy();
}

function socketOf(client: Client): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream;
}
