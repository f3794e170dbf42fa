import { Injectable } from '@nestjs/common';
import { Clock } from '@app/kernel';
import { Scheduled } from '@app/queue';
import { Gauge } from 'prom-client';
import type { SearchSource } from '../search-source.port';
import { SearchTermsStore } from '../search-terms.store';

const lag = new Gauge({
  name: 'search_terms_lag_seconds',
  help: 'Age of the oldest object that is not found by its text yet',
});

/** Indexes what owners search. Each module registers its own objects. */
@Injectable()
@Scheduled({ every: '1s', name: 'index search terms' })
export class IndexTerms {
  private readonly sources: SearchSource[] = [];
  /** Kinds of which this process has found no older objects left. */
  private readonly whole = new Set<string>();

  constructor(
    private readonly terms: SearchTermsStore,
    private readonly clock: Clock,
  ) {}

  register(source: SearchSource): void {
    this.sources.push(source);
  }

  /** Returns how many objects it indexed. */
  async run(signal?: AbortSignal): Promise<number> {
    let count = 0;
    for (const source of this.sources) {
      for (let isDone = false; !isDone && !signal?.aborted;) {
        const batch = await this.terms.indexNew(source);
        count += batch.indexed;
        isDone = batch.isDone;
      }
      count += await this.older(source);
    }
    const oldest = await this.terms.oldestWaiting();
    lag.set(oldest ? Math.max(0, (this.clock.now().getTime() - oldest.getTime()) / 1000) : 0);
    return count;
  }

  private async older(source: SearchSource): Promise<number> {
    if (this.whole.has(source.kind)) return 0;
    const count = await this.terms.indexOlder(source);
    if (count === 0) this.whole.add(source.kind);
    return count;
  }
}
