import { Injectable } from '@nestjs/common';
import { Clock } from '@app/kernel';
import { PageQueries } from '../page/page.queries';
import { publicStatus, revisionOf } from './public-status.view';
import { SessionChanges } from './checkout-session.repository';

/** How a session stands, at once or as soon as that changes. */
@Injectable()
export class LiveStatus {
  constructor(
    private readonly pages: PageQueries,
    private readonly sessionChanges: SessionChanges,
    private readonly clock: Clock,
  ) {}

  /**
   * Answers at once where `known` is not how things stand, else when they change, at the latest after `waitMs`, and
   * as soon as `gone` says that the client has left. `id` is the session's internal one.
   */
  async statusOf(id: string, known: string | undefined, waitMs: number, gone: AbortSignal) {
    const watch = known === undefined || waitMs === 0 ? null : await this.sessionChanges.watch(id);
    if (!watch) return publicStatus(await this.pages.byId(id), this.clock.now());
    gone.addEventListener('abort', watch.close, { once: true });
    // Real time: how long a connection stays open is no matter of the product's clock.
    const until = performance.now() + waitMs;
    try {
      for (;;) {
        const session = await this.pages.byId(id);
        const left = until - performance.now();
        const now = this.clock.now();
        if (revisionOf(session, now) !== known || left <= 0 || gone.aborted || this.sessionChanges.isClosed) {
          return publicStatus(session, now);
        }
        await watch.changed(left);
      }
    } finally {
      gone.removeEventListener('abort', watch.close);
      watch.close();
    }
  }
}
