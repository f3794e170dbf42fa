import { randomUUID } from 'node:crypto';
import { PostgresChannel } from './postgres-channel';

/** How long cached data may be used after the last proof that changes are received. */
const TRUSTED_MS = 1000;
const RENEWED_MS = 500;
/** Minimum time between two attempts to prove it while they fail. */
const RETRY_MS = 1000;

/** A cache of data from the database that drops one entry, or all of them. */
export interface InvalidatedCache {
  invalidate(what: string): void;
  invalidateAll(): void;
}

/**
 * Says whether cached data may be used without reading the database again, which is safe while the changes
 * announced on the channel are received. The proof is an echo of its own on the listening connection; it is
 * valid for one second. So a cache is stale for at most that second, even when the connection breaks. There is
 * no timer, because reading `isTrusted` renews the proof.
 */
export class InvalidationChannel {
  private readonly channel: PostgresChannel;
  private readonly echo = `echo ${randomUUID()}`;
  private listening: Promise<void> | null = null;
  private isListening = false;
  private echoReceived = false;
  private renewing = false;
  private closed = false;
  /** Counts changes, and the interruptions in which changes may have been missed. */
  private changes = 0;
  private trustedUntil = 0;
  private notBefore = 0;

  constructor(
    databaseUrl: string,
    private readonly name: string,
    private readonly cache: InvalidatedCache,
  ) {
    this.channel = new PostgresChannel(databaseUrl, name, {
      receive: (payload) => this.receive(payload),
      listens: () => this.startOver(true),
      lost: () => this.startOver(false),
    });
  }

  /** Whether cached data may be used now. */
  get isTrusted(): boolean {
    const now = performance.now();
    if (now > this.trustedUntil - RENEWED_MS && now >= this.notBefore) void this.renew();
    return now < this.trustedUntil;
  }

  /**
   * A mark of the present: data read from now on may be cached while `isUnchangedSince` the mark. Null while
   * changes are not received.
   */
  get moment(): number | null {
    return this.isListening ? this.changes : null;
  }

  isUnchangedSince(moment: number | null): boolean {
    return this.isListening && moment === this.changes;
  }

  /** Reports a change made by this process, without waiting for PostgreSQL. Empty `what` means everything. */
  changed(what: string): void {
    this.changes += 1;
    if (what === '') this.cache.invalidateAll();
    else this.cache.invalidate(what);
  }

  async close(): Promise<void> {
    this.closed = true;
    this.startOver(false);
    await this.listening;
    await this.channel.close();
  }

  private receive(payload: string): void {
    if (payload === this.echo) this.echoReceived = true;
    // Echoes of other processes are no changes.
    if (!payload.startsWith('echo ')) this.changed(payload);
  }

  private startOver(isListening: boolean): void {
    this.isListening = isListening;
    this.trustedUntil = 0;
    this.changed('');
  }

  private async renew(): Promise<void> {
    if (this.renewing || this.closed) return;
    this.renewing = true;
    try {
      this.listening ??= this.channel.listen();
      await this.listening;
      if (this.isListening) await this.proveListening();
    } catch {
      this.notBefore = performance.now() + RETRY_MS;
      this.channel.drop();
    } finally {
      this.renewing = false;
    }
  }

  private async proveListening(): Promise<void> {
    const from = performance.now();
    this.echoReceived = false;
    const [answer] = await this.channel.query<{ pid: number }>('SELECT announce($1, $2) AS pid', [
      this.name,
      this.echo,
    ]);
    // A pooler may use the listening connection for this one query only and drop the notifications after it.
    if (this.echoReceived && answer!.pid === this.channel.backendPid) this.trustedUntil = from + TRUSTED_MS;
    else this.notBefore = from + RETRY_MS;
  }
}
