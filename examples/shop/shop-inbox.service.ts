import { EventEmitter, once } from 'node:events';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';

/** An event that the shop's server has received, with a valid signature. */
export interface ReceivedEvent {
  /** Counts from 1 in this process. */
  number: number;
  /** Unique to the event; a repeated delivery has the same. */
  id: string;
  event: string;
  received_at: string;
  data: unknown;
}

const KEPT = 50;
const WAIT_MS = 20_000;

/** What the shop's server received, in the memory of its process, for the pages that show it. */
@Injectable()
export class ShopInboxService implements OnModuleDestroy {
  private events: ReceivedEvent[] = [];
  private count = 0;
  private readonly arrivals = new EventEmitter().setMaxListeners(0);
  private readonly ended = new AbortController();

  /** A repeated delivery is not shown again. */
  add(event: Omit<ReceivedEvent, 'number'>): void {
    if (this.events.some(({ id }) => id === event.id)) return;
    this.count += 1;
    this.events = [...this.events, { ...event, number: this.count }].slice(-KEPT);
    this.arrivals.emit('event');
  }

  /** The events after that number, at once or when the next one arrives; none when that takes long, or `gone`. */
  async after(number: number, gone: AbortSignal): Promise<ReceivedEvent[]> {
    // A page of an earlier process knows higher numbers.
    const seen = number > this.count ? 0 : number;
    const later = () => this.events.filter((event) => event.number > seen);
    if (later().length > 0) return later();
    const end = AbortSignal.any([gone, this.ended.signal, AbortSignal.timeout(WAIT_MS)]);
    await once(this.arrivals, 'event', { signal: end }).catch(() => undefined);
    return later();
  }

  onModuleDestroy(): void {
    this.ended.abort();
  }
}
