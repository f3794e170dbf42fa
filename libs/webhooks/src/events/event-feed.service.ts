import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ChangeNotifier, type Watch } from '@app/queue';
import { type FeedPage, FeedQueries, type FeedPageRequest } from './feed.queries';

/** The topic of feed changes; the watched object is the app. */
export const FEED_TOPIC = 'app-events';

/** How often a reader polls when there is no room for another watcher. */
const POLL_MS = 1000;

/** Minimum time between two reads, because events of other types may come in large numbers. */
const PAUSE_MS = 100;

/** `latest` is the end of the feed when the request comes in. */
export interface FeedRequest extends Omit<FeedPageRequest, 'after' | 'resentAfter'> {
  after: number | 'latest';
  resentAfter: number | 'latest' | null;
  waitMs: number;
}

/** Reads an app's feed, at once or as soon as there are events. */
@Injectable()
export class EventFeedService {
  constructor(
    private readonly queries: FeedQueries,
    private readonly notifier: ChangeNotifier,
  ) {}

  /**
   * Returns an empty page after `waitMs`, when `gone` reports that the client left, or when this process ends.
   */
  async read(appId: string, request: FeedRequest, gone: AbortSignal): Promise<FeedPage> {
    const watch = request.waitMs > 0 ? await this.notifier.watch(FEED_TOPIC, appId) : null;
    const stop = () => watch?.close();
    gone.addEventListener('abort', stop, { once: true });
    try {
      return await this.readWatching(appId, request, gone, watch);
    } finally {
      gone.removeEventListener('abort', stop);
      stop();
    }
  }

  private async readWatching(
    appId: string,
    request: FeedRequest,
    gone: AbortSignal,
    watch: Watch | null,
  ): Promise<FeedPage> {
    // Real time, because the duration of a connection does not depend on the product's clock.
    const until = performance.now() + request.waitMs;
    const input = await this.startingPoint(appId, request);
    // Timers may fire slightly early by this clock, so a wait without a result is the last.
    let isOver = request.waitMs <= 0;
    for (;;) {
      const page = await this.queries.page(appId, input);
      const left = until - performance.now();
      const isEmpty = page.data.length === 0 && page.resent.length === 0 && !page.has_more;
      if (!isEmpty || isOver || left <= 0 || gone.aborted || this.notifier.isClosed) return page;
      if (!watch) return this.answerLate(page, left, gone);
      const isNothingNew = page.next_after === input.after;
      input.after = page.next_after;
      if (input.resentAfter !== null) input.resentAfter = page.next_resent_after;
      if (!isNothingNew) await pause(Math.min(PAUSE_MS, left));
      isOver = !(await watch.changed(Math.max(1, until - performance.now())));
    }
  }

  private async answerLate(page: FeedPage, leftMs: number, signal: AbortSignal): Promise<FeedPage> {
    await pause(Math.min(POLL_MS, leftMs), undefined, { signal }).catch(() => undefined);
    return page;
  }

  private async startingPoint(
    appId: string,
    { waitMs: _, ...request }: FeedRequest,
  ): Promise<FeedPageRequest> {
    const { after, resentAfter } = request;
    if (after !== 'latest' && resentAfter !== 'latest') return { ...request, after, resentAfter };
    const end = await this.queries.end(appId);
    return {
      ...request,
      after: after === 'latest' ? end.after : after,
      resentAfter: resentAfter === 'latest' ? end.resentAfter : resentAfter,
    };
  }
}
