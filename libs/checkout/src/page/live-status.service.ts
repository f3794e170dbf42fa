import { Injectable } from '@nestjs/common';
import { Times } from '@app/kernel';
import { BuyerViewsService } from './buyer-views.service';
import { PageQueries } from './page.queries';
import { publicStatus, revisionOf } from './public-status.view';
import { SessionChanges } from '../sessions/checkout-session.repository';

/** A request that may wait for a change. */
interface Watching {
  /** The revision that the client has seen; absent: answer at once. */
  known: string | undefined;
  waitMs: number;
  /** The client has left. */
  gone: AbortSignal;
}

/** How a session stands, at once or as soon as that changes. */
@Injectable()
export class LiveStatusService {
  constructor(
    private readonly pages: PageQueries,
    private readonly buyers: BuyerViewsService,
    private readonly sessionChanges: SessionChanges,
    private readonly times: Times,
  ) {}

  /**
   * Answers at once where `known` is not how things stand, else when they change, at the latest after `waitMs`, and
   * as soon as `gone` says that the client has left. `id` is the session's internal one, `buyerToken` that of a guest
   * who pays into escrow.
   */
  async statusOf(id: string, buyerToken: string | undefined, { known, waitMs, gone }: Watching) {
    const watch = known === undefined || waitMs === 0 ? null : await this.sessionChanges.watch(id);
    if (!watch) {
      const session = await this.pages.byId(id);
      return publicStatus(session, await this.times.of(session), this.buyers.viewOf(session, buyerToken));
    }
    gone.addEventListener('abort', watch.close, { once: true });
    // Real time: how long a connection stays open is no matter of the product's clock.
    const until = performance.now() + waitMs;
    try {
      for (;;) {
        const session = await this.pages.byId(id);
        const left = until - performance.now();
        const now = await this.times.of(session);
        const viewer = this.buyers.viewOf(session, buyerToken);
        const hasChanged = revisionOf(session, now, viewer) !== known;
        if (hasChanged || left <= 0 || gone.aborted || this.sessionChanges.isClosed) {
          return publicStatus(session, now, viewer);
        }
        await watch.changed(left);
      }
    } finally {
      gone.removeEventListener('abort', watch.close);
      watch.close();
    }
  }
}
