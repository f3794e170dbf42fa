import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { UnitOfWork } from '@app/database';
import { Config } from '@app/config';
import { Coalesced, PostgresChannel } from '@app/queue';

const CHANNEL = 'checkout_session';
/** A notification may be lost with its connection: whoever waits looks again by itself after this. */
const LOOK_AGAIN_MS = 3_000;
const MOST_WATCHES = 5_000;
const MOST_WATCHES_OF_ONE = 8;

/** Somebody who waits for one session to change. */
export interface Watch {
  /** Resolves at the next change, one that came before the call included; after `limitMs`, and every few seconds, anyway. */
  changed(limitMs: number): Promise<void>;
  close(): void;
}

/**
 * Tells those who watch a session, in whatever process, that it has changed. Only wakes them: what has changed they
 * read themselves. PostgreSQL carries the word on a connection that carries nothing else.
 */
@Injectable()
export class SessionNews implements OnModuleDestroy {
  private readonly watches = new Map<string, Set<() => void>>();
  private readonly untold = new Set<string>();
  private readonly channel: PostgresChannel;
  private readonly telling = new Coalesced(() => this.tell());
  private watched = 0;
  private listening: Promise<void> | null = null;
  private closed = false;

  constructor(
    { env }: Config,
    private readonly unit: UnitOfWork,
  ) {
    this.channel = new PostgresChannel(env.DATABASE_URL, CHANNEL, (id) => this.wake(id));
  }

  /** The session with this internal id changes with the current unit of work: says so once that has committed. */
  changes(id: string): void {
    this.unit.onCommitted(() => {
      if (this.closed) return;
      this.untold.add(id);
      void this.telling.run();
    });
  }

  /** Null where too many watch already: the caller then answers with what there is. */
  watch(id: string): Watch | null {
    const wakers = this.watches.get(id) ?? new Set<() => void>();
    if (this.closed || this.watched >= MOST_WATCHES || wakers.size >= MOST_WATCHES_OF_ONE) return null;
    this.listening ??= this.channel.listen();
    const watch = new OneWatch();
    wakers.add(watch.wake);
    this.watches.set(id, wakers);
    this.watched += 1;
    return {
      changed: (limitMs) => watch.changed(limitMs),
      close: () => {
        if (!wakers.delete(watch.wake)) return;
        this.watched -= 1;
        if (wakers.size === 0) this.watches.delete(id);
        watch.end();
      },
    };
  }

  async onModuleDestroy(): Promise<void> {
    this.closed = true;
    for (const id of this.watches.keys()) this.wake(id);
    await this.telling.settled();
    await this.listening;
    await this.channel.close();
  }

  get isClosed(): boolean {
    return this.closed;
  }

  private wake(id: string): void {
    for (const wake of this.watches.get(id) ?? []) wake();
  }

  private async tell(): Promise<void> {
    const ids = [...this.untold];
    this.untold.clear();
    // Those who watch look again by themselves: word that gets lost costs seconds.
    await this.channel.send(ids).catch(() => undefined);
  }
}

/** Remembers a change that comes between two looks. */
class OneWatch {
  private hasNews = false;
  private resolve: (() => void) | null = null;

  readonly wake = (): void => {
    this.hasNews = true;
    this.resolve?.();
  };

  async changed(limitMs: number): Promise<void> {
    if (!this.hasNews) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.resolve = resolve;
        timer = setTimeout(resolve, Math.min(limitMs, LOOK_AGAIN_MS));
      });
      clearTimeout(timer);
      this.resolve = null;
    }
    this.hasNews = false;
  }

  end(): void {
    this.resolve?.();
  }
}
