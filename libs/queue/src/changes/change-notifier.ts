import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Config } from '@app/config';
import { Coalesced } from '../runners/coalesced';
import { PostgresChannel } from './postgres-channel';

const CHANNEL = 'news';
const MOST_WATCHES = 5000;
const MOST_WATCHES_OF_ONE = 8;
const MOST_UNTOLD = 10_000;
const TOLD_AGAIN_MS = 1000;

/** Somebody who waits for one thing to change. */
export interface Watch {
  /** True at the next change, at once where one came since the last call; false when none came within `limitMs`. */
  changed(limitMs: number): Promise<boolean>;
  close(): void;
}

/**
 * Tells those who watch a thing, in whatever process, that it has changed. Only wakes them: what has changed they
 * read themselves. PostgreSQL carries the word on a connection that carries nothing else.
 */
@Injectable()
export class News implements OnModuleDestroy {
  private readonly watches = new Map<string, Set<OneWatch>>();
  private readonly untold = new Set<string>();
  private readonly channel: PostgresChannel;
  private readonly telling = new Coalesced(() => this.send());
  private again: NodeJS.Timeout | null = null;
  private watched = 0;
  private listening: Promise<void> | null = null;
  private closed = false;

  constructor({ env }: Config) {
    this.channel = new PostgresChannel(env.DATABASE_URL, CHANNEL, {
      hear: (name) => this.wake(name),
      // What was told while the connection was away was told to nobody here.
      listens: () => this.wakeAll(),
    });
  }

  /** Never waits and never throws. What the database does not take is told again until it does, while this process lives. */
  tell(topic: string, id: string): void {
    if (this.closed || this.untold.size >= MOST_UNTOLD) return;
    this.untold.add(`${topic} ${id}`);
    void this.telling.run();
  }

  /** Resolves once changes are heard; null where too many watch already, or everything is closing. */
  async watch(topic: string, id: string): Promise<Watch | null> {
    if (this.closed) return null;
    this.listening ??= this.channel.listen();
    await this.listening;
    const name = `${topic} ${id}`;
    const others = this.watches.get(name) ?? new Set<OneWatch>();
    if (this.isClosed || this.watched >= MOST_WATCHES || others.size >= MOST_WATCHES_OF_ONE) return null;
    const watch = new OneWatch();
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

  /** Whether this process is ending: whoever waits should answer now. */
  get isClosed(): boolean {
    return this.closed;
  }

  async onModuleDestroy(): Promise<void> {
    this.closed = true;
    if (this.again) clearTimeout(this.again);
    this.wakeAll();
    await this.telling.settled();
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
    const names = [...this.untold];
    this.untold.clear();
    if (names.length > 0) await this.channel.send(names).catch(() => this.tellAgain(names));
  }

  private tellAgain(names: readonly string[]): void {
    if (this.closed) return;
    for (const name of names) this.untold.add(name);
    this.again ??= setTimeout(() => {
      this.again = null;
      void this.telling.run();
    }, TOLD_AGAIN_MS).unref();
  }
}

/** Remembers a change that comes between two looks. */
class OneWatch {
  private hasNews = false;
  private resolve: (() => void) | null = null;

  wake(): void {
    this.hasNews = true;
    this.resolve?.();
  }

  async changed(limitMs: number): Promise<boolean> {
    if (!this.hasNews && limitMs > 0) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.resolve = resolve;
        timer = setTimeout(resolve, limitMs);
      });
      clearTimeout(timer);
      this.resolve = null;
    }
    const { hasNews } = this;
    this.hasNews = false;
    return hasNews;
  }
}
