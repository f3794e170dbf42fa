import { randomUUID } from 'node:crypto';
import { PostgresChannel } from './postgres-channel';

/** How long, from the last time it was certain that changes are heard, what was read may be gone by. */
const TRUSTED_MS = 1000;
const RENEWED_MS = 500;
/** Where nothing is heard, that is found out no more often than this. */
const RETRY_MS = 1000;

/** Whoever remembers what it read: it forgets what has changed, or everything. */
export interface InvalidatedCache {
  invalidate(what: string): void;
  invalidateAll(): void;
}

/**
 * Says when what was read from the database may be gone by without asking again: as long as the changes that are
 * announced on the channel are heard. An echo of its own proves that, on the very connection that listens; a second
 * after the last one nothing is gone by any more. So a change is obeyed as soon as PostgreSQL tells of it, and at the
 * latest after that second, whatever becomes of the connection. No timer: it renews itself while it is asked.
 */
export class InvalidationChannel {
  private readonly channel: PostgresChannel;
  private readonly echo = `echo ${randomUUID()}`;
  private listening: Promise<void> | null = null;
  private isListening = false;
  private echoReceived = false;
  private renewing = false;
  private closed = false;
  /** Counts changes, and the times they could not be heard. */
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

  /** Whether what was read may be gone by now. */
  get isTrusted(): boolean {
    const now = performance.now();
    if (now > this.trustedUntil - RENEWED_MS && now >= this.notBefore) void this.renew();
    return now < this.trustedUntil;
  }

  /** Names this moment: what is read from now on may be remembered while `noneSince` it. Null while nothing is heard. */
  get moment(): number | null {
    return this.isListening ? this.changes : null;
  }

  isUnchangedSince(moment: number | null): boolean {
    return this.isListening && moment === this.changes;
  }

  /** Something changed in this very process, which need not wait to be told. Everything, where `what` is empty. */
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
    // Of other processes: nothing has changed.
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
      ...[this.name, this.echo],
    ]);
    // A pooler may lend the connection that listens for this one question, and keep from us what comes in between.
    if (this.echoReceived && answer!.pid === this.channel.backendPid) this.trustedUntil = from + TRUSTED_MS;
    else this.notBefore = from + RETRY_MS;
  }
}
