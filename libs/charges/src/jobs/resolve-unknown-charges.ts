import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@app/http';
import { Clock } from '@app/kernel';
import { type DueList, eachDue, Scheduled } from '@app/queue';
import type { Logger } from 'pino';

/** Requests to a slow gateway that one job sends at a time. */
export const GATEWAY_CONCURRENCY = 8;

/** Charges of one kind whose end is not known. */
export interface UnknownCharges {
  /** Ids of those to ask about by `upTo`, the longest waiting first. */
  due(upTo: Date, limit: number): Promise<string[]>;
  /** Asks the gateway and writes the answer down; whether the charge has ended. */
  resolve(id: string): Promise<boolean>;
}

/**
 * Asks the gateway about charges whose end is not known: lost answers, lost events, buyers who never came back. Asking
 * twice does no harm, so any number may run at once. Each module registers its own charges.
 */
@Injectable()
@Scheduled({ every: '1m', name: 'resolve unknown charges' })
export class ResolveUnknownCharges {
  private readonly kinds: UnknownCharges[] = [];

  constructor(
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  register(charges: UnknownCharges): void {
    this.kinds.push(charges);
  }

  /** Returns how many charges came to an end. */
  async run(): Promise<number> {
    let ended = 0;
    for (const charges of this.kinds) {
      const list: DueList = {
        due: (limit, upTo) => charges.due(upTo, limit),
        work: (id) => charges.resolve(id),
        concurrency: GATEWAY_CONCURRENCY,
      };
      ended += await eachDue(list, this.clock.now(), this.log);
    }
    return ended;
  }
}
