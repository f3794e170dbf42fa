import { Injectable } from '@nestjs/common';
import { rateLimited } from '@app/http';

/** Searches of one account that one process runs at the same time. */
const OF_ACCOUNT = 3;
/** Seconds after which another one may be sent. */
const RETRY_AFTER = 1;

/** Limits the text searches of an account that run at the same time. */
@Injectable()
export class SearchPlacesService {
  private readonly taken = new Map<string, number>();

  /** Runs the work, which searches if there is a text. Throws RATE_LIMITED without a free place. */
  async hold<T>(ownerId: string, text: string | undefined, work: () => Promise<T>): Promise<T> {
    if (text === undefined) return work();
    const own = this.taken.get(ownerId) ?? 0;
    if (own >= OF_ACCOUNT) throw rateLimited({ timeToBlockExpire: RETRY_AFTER });
    this.taken.set(ownerId, own + 1);
    try {
      return await work();
    } finally {
      const left = this.taken.get(ownerId)! - 1;
      if (left > 0) this.taken.set(ownerId, left);
      else this.taken.delete(ownerId);
    }
  }
}
