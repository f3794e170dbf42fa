import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { rateLimited } from '@app/http';

/** Exports that are sent at the same time, to one account and by one process. */
const OF_ACCOUNT = 2;
const OF_PROCESS = 8;
/** Seconds after which another one may be asked for. */
const RETRY_AFTER = 2;
/** A reader that takes longer is given up, so that it holds no place. */
const MAX_MS = 10 * 60 * 1000;

/** Limits the exports that are sent at the same time. A slow reader slows the reading down; one that is gone ends it. */
@Injectable()
export class ExportPlaces {
  private readonly taken = new Map<string, number>();
  private all = 0;

  /** A body of these texts, which holds a place until it is sent or its reader is gone. Throws RATE_LIMITED. */
  stream(ownerId: string, texts: () => AsyncGenerator<string>): Readable {
    const own = this.taken.get(ownerId) ?? 0;
    if (own >= OF_ACCOUNT || this.all >= OF_PROCESS) throw rateLimited({ timeToBlockExpire: RETRY_AFTER });
    this.taken.set(ownerId, own + 1);
    this.all += 1;
    const body = Readable.from(texts(), { objectMode: false });
    const limit = setTimeout(() => body.destroy(new Error('the export was read too slowly')), MAX_MS).unref();
    return body.once('close', () => {
      clearTimeout(limit);
      this.release(ownerId);
    });
  }

  private release(ownerId: string): void {
    const left = this.taken.get(ownerId)! - 1;
    if (left > 0) this.taken.set(ownerId, left);
    else this.taken.delete(ownerId);
    this.all -= 1;
  }
}
