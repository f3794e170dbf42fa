import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Config } from '@app/config';
import { Coalesced } from '../runners/coalesced';
import { PostgresChannel } from './postgres-channel';

const CHANNEL = 'news';
const MAX_WATCHES = 5000;
const MAX_WATCHES_OF_ONE = 8;
const MAX_PENDING = 10_000;
const SEND_AGAIN_MS = 1000;

/** Waits for changes of one object. */
export interface Watch {
  /** Resolves to true at the next change, or at once if one came since the last call; false after `limitMs`. */
  changed(limitMs: number): Promise<boolean>;
  close(): void;
}

/**
 * Notifies the watchers of an object, in every process, that it has changed; they read the change themselves.
 * Notifications use a PostgreSQL connection of their own.
 */
@Injectable()
export class ChangeNotifier implements OnModuleDestroy {
  private readonly watches = new Map<string, Set<SingleWatch>>();
  private readonly pending = new Set<string>();
  private readonly channel: PostgresChannel;
  private readonly sending = new Coalesced(() => this.send());
  private again: NodeJS.Timeout | null = null;
  private watched = 0;
  private listening: Promise<void> | null = null;
  private closed = false;

  constructor({ env }: Config) {
    this.channel = new PostgresChannel(env.DATABASE_URL, CHANNEL, {
      receive: (name) => this.wake(name),
      // Changes sent while the connection was down were lost.
      listens: () => this.wakeAll(),
    });
  }

  /** Never waits and never throws. What the database does not accept is sent again while this process runs. */
  notify(topic: string, id: string): void {
    if (this.closed || this.pending.size >= MAX_PENDING) return;
    this.pending.add(`${topic} ${id}`);
    void this.sending.run();
  }

  /** Resolves once changes are received; null where there are too many watchers, or on shutdown. */
  async watch(topic: string, id: string): Promise<Watch | null> {
    if (this.closed) return null;
    this.listening ??= this.channel.listen();
    await this.listening;
    const name = `${topic} ${id}`;
    const others = this.watches.get(name) ?? new Set<SingleWatch>();
    if (this.isClosed || this.watched >= MAX_WATCHES || others.size >= MAX_WATCHES_OF_ONE) return null;
    const watch = new SingleWatch();
    others.add(watch);
    this.watches.set(name, others);
    this.watched += 1;
    return {
      changed: (limitMs) => watch.changed(this.closed ? 0 : limitMs),
      close: () => {
        if (!others.delete(watch)) return;
        this.watched -= 1;
        if (others.size === 0) this.watches.delete(name);
        watch.wake();
      },
    };
  }

  /** Whether this process is shutting down, so that waiting requests should answer now. */
  get isClosed(): boolean {
    return this.closed;
  }

  async onModuleDestroy(): Promise<void> {
    this.closed = true;
    if (this.again) clearTimeout(this.again);
    this.wakeAll();
    await this.sending.settled();
    await this.listening;
    await this.channel.close();
  }

  private wake(name: string): void {
    for (const watch of this.watches.get(name) ?? []) watch.wake();
  }

  private wakeAll(): void {
    for (const name of this.watches.keys()) this.wake(name);
  }

  private async send(): Promise<void> {
    const names = [...this.pending];
    this.pending.clear();
    if (names.length > 0) await this.channel.send(names).catch(() => this.sendAgain(names));
  }

  private sendAgain(names: readonly string[]): void {
    if (this.closed) return;
    for (const name of names) this.pending.add(name);
    this.again ??= setTimeout(() => {
      this.again = null;
      void this.sending.run();
    }, SEND_AGAIN_MS).unref();
  }
}

/** Keeps a change that comes between two calls of `changed`. */
class SingleWatch {
  private hasChanged = false;
  private resolve: (() => void) | null = null;

  wake(): void {
    this.hasChanged = true;
    this.resolve?.();
  }

  async changed(limitMs: number): Promise<boolean> {
    if (!this.hasChanged && limitMs > 0) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.resolve = resolve;
        timer = setTimeout(resolve, limitMs);
      });
      clearTimeout(timer);
      this.resolve = null;
    }
    const { hasChanged } = this;
    this.hasChanged = false;
    return hasChanged;
  }
}
