import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { HeldPlaces, networkShares, rateLimited } from '@app/http';

/** Exports that are sent at the same time, to one account and by one process. */
const OF_ACCOUNT = 2;
const OF_PROCESS = 8;
/** Seconds after which another one may be asked for. */
const RETRY_AFTER = 2;
/** A reader that takes longer is given up, so that it holds no place. */
const MAX_MS = 10 * 60 * 1000;

/** Who reads an export: the account, and the client's network address. */
export interface ExportReader {
  ownerId: string;
  address: string;
}

/**
 * Limits the exports that are sent at the same time. A slow reader slows the reading down; one that is gone ends it. A
 * network has a third of the places, so that slow readers of many accounts at one address leave room for others.
 */
@Injectable()
export class ExportPlacesService {
  private readonly places = new HeldPlaces();

  /** A body of these texts, which holds a place until it is sent or its reader is gone. Throws RATE_LIMITED. */
  stream({ ownerId, address }: ExportReader, texts: () => AsyncGenerator<string>): Readable {
    const shares = [
      { holder: ownerId, max: OF_ACCOUNT },
      ...networkShares(address, OF_PROCESS),
      { holder: 'all', max: OF_PROCESS },
    ];
    if (this.places.usedUp(shares)) throw rateLimited({ timeToBlockExpire: RETRY_AFTER });
    const release = this.places.take(shares);
    const body = Readable.from(texts(), { objectMode: false });
    const limit = setTimeout(() => body.destroy(new Error('the export was read too slowly')), MAX_MS).unref();
    return body.once('close', () => {
      clearTimeout(limit);
      release();
    });
  }
}
