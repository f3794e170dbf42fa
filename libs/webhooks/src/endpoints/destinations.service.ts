import { Injectable } from '@nestjs/common';
import { BatchLoader } from '@app/database';
import { Clock } from '@app/kernel';
import type { Destination } from '@app/merchants';
import { EndpointDirectory } from './endpoint-directory.port';

/** How long a change of an endpoint may go unnoticed. */
const FRESH_MS = 1000;
const MAX_KEPT = 10_000;

interface Kept {
  at: number;
  destination: Promise<Destination | null>;
}

/** The addresses and decrypted secrets of endpoints, read at most once a second. */
@Injectable()
export class DestinationsService {
  private readonly kept = new Map<string, Kept>();
  private readonly reads = new BatchLoader((ids: string[]) => this.readAll(ids));

  constructor(
    private readonly directory: EndpointDirectory,
    private readonly clock: Clock,
  ) {}

  /** The endpoint as of less than a second ago; null when it was removed. */
  destinationOf(endpointId: string): Promise<Destination | null> {
    const at = this.clock.now().getTime();
    const kept = this.kept.get(endpointId);
    if (kept && Math.abs(at - kept.at) < FRESH_MS) return kept.destination;
    if (this.kept.size >= MAX_KEPT) this.kept.clear();
    const destination = this.reads.read(endpointId);
    this.kept.set(endpointId, { at, destination });
    // A failed read is not cached.
    destination.catch(() => this.kept.delete(endpointId));
    return destination;
  }

  private async readAll(ids: string[]): Promise<(Destination | null)[]> {
    const found = await this.directory.destinationsOf([...new Set(ids)]);
    const byId = new Map(found.map((destination) => [destination.id, destination]));
    return ids.map((id) => byId.get(id) ?? null);
  }
}
