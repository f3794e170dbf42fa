import { randomUUID } from 'node:crypto';
import { PostgresChannel } from './postgres-channel';

/** How long, since the server last answered, what was read may be gone by. `tell_all` waits as long for the silent. */
const TRUSTED_MS = 1000;
const RENEWED_MS = 500;

const LOCK = 'hashtextextended($1, 0)';
const ECHO = 'SELECT true AS held, pg_notify($1, $2)';
/** Whoever waits to be heard goes first: then this is false. */
const TAKE = `SELECT pg_try_advisory_lock_shared(${LOCK}) AS held, pg_notify($1, $2)`;
const LET_GO = `SELECT pg_advisory_unlock_shared(${LOCK})`;

/** Whoever remembers what it read: it forgets what has changed, or everything. */
export interface Rememberer {
  forget(what: string): void;
  forgetAll(): void;
}

/**
 * Says when what was read from the database may be gone by without asking again: as long as every change that
 * was announced on the channel has been heard. While it says so it holds a lock, which it lets go at each change;
 * whoever made the change waits for that (`tell_all`), so that nobody goes by what was before. An echo of its
 * own proves that it still hears; a second after the last one it asks to be trusted no more. No timer: it
 * renews itself while it is asked.
 */
export class HeardChanges {
  private readonly channel: PostgresChannel;
  private readonly echo = `echo ${randomUUID()}`;
  private listening: Promise<void> | null = null;
  private hears = false;
  private heardEcho = false;
  private holds = false;
  private renewing = false;
  private closed = false;
  /** Counts changes, and the times they could not be heard. */
  private changes = 0;
  private trustedUntil = 0;

  constructor(
    databaseUrl: string,
    private readonly name: string,
    private readonly memory: Rememberer,
  ) {
    this.channel = new PostgresChannel(databaseUrl, name, {
      hear: (payload) => this.hear(payload),
      listens: () => this.startOver(true),
      lost: () => this.startOver(false),
    });
  }

  /** Whether what was read may be gone by now. */
  get areAll(): boolean {
    const now = performance.now();
    if (now > this.trustedUntil - RENEWED_MS) void this.renew();
    return now < this.trustedUntil;
  }

  /** Names this moment: what is read from now on may be remembered while `noneSince` it. Null while nothing is heard. */
  get moment(): number | null {
    return this.hears ? this.changes : null;
  }

  noneSince(moment: number | null): boolean {
    return this.hears && moment === this.changes;
  }

  async close(): Promise<void> {
    this.closed = true;
    this.startOver(false);
    await this.listening;
    await this.channel.close();
  }

  private hear(payload: string): void {
    if (payload === this.echo) this.heardEcho = true;
    if (payload.startsWith('echo ')) return;
    this.changed();
    this.memory.forget(payload);
    if (!this.holds) return;
    this.holds = false;
    this.letGo();
  }

  private changed(): void {
    this.changes += 1;
    this.trustedUntil = 0;
  }

  private startOver(hears: boolean): void {
    this.hears = hears;
    this.holds = false;
    this.changed();
    this.memory.forgetAll();
  }

  private async renew(): Promise<void> {
    if (this.renewing || this.closed) return;
    this.renewing = true;
    try {
      this.listening ??= this.channel.listen();
      await this.listening;
      if (this.hears) await this.proveHearing();
    } catch {
      // Whatever the server still holds for this connection, nobody shall wait for it.
      this.channel.drop();
    } finally {
      this.renewing = false;
    }
  }

  private async proveHearing(): Promise<void> {
    const { changes, holds } = this;
    const from = performance.now();
    this.heardEcho = false;
    const [answer] = await this.channel.query<{ held: boolean }>(holds ? ECHO : TAKE, [this.name, this.echo]);
    if (!answer!.held) return;
    if (changes === this.changes && this.heardEcho) {
      this.holds = true;
      this.trustedUntil = from + TRUSTED_MS;
    } else if (!holds || this.holds) {
      // Something changed meanwhile, or nothing is heard here: nobody shall wait for this process.
      this.holds = false;
      this.letGo();
    }
  }

  private letGo(): void {
    this.channel.query(LET_GO, [this.name]).catch(() => this.channel.drop());
  }
}
