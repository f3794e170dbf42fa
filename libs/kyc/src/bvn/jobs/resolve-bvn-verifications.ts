import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@app/http';
import { Clock } from '@app/kernel';
import { eachDue, Scheduled } from '@app/queue';
import { Commands } from '@app/write-path';
import type { Logger } from 'pino';
import { BvnInquiryService } from '../bvn-inquiry.service';
import { bvnStates } from '../bvn-verification.states';
import { BvnVerificationRepository } from '../bvn-verification.repository';
import { RecordBvnStart } from '../commands/record-bvn-start';

/** Questions to a slow company at a time. */
const CONCURRENCY = 8;

/**
 * Asks the company about pending verifications, and gives up those whose order was never answered. Asking twice does no
 * harm, so any number may run at once.
 */
@Injectable()
@Scheduled({ every: '1m', name: 'resolve BVN verifications' })
export class ResolveBvnVerifications {
  constructor(
    private readonly verifications: BvnVerificationRepository,
    private readonly inquiry: BvnInquiryService,
    private readonly commands: Commands,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Returns how many verifications ended. */
  run(): Promise<number> {
    const due = (limit: number, upTo: Date) => this.verifications.due(upTo, limit);
    const work = (id: string) => this.resolve(id);
    return eachDue({ due, work, concurrency: CONCURRENCY }, this.clock.now(), this.log);
  }

  private async resolve(id: string): Promise<boolean> {
    const { reference } = await this.verifications.byId(id);
    const { status } =
      reference === null
        ? await this.commands.execute(new RecordBvnStart(id, { kind: 'away' }))
        : await this.inquiry.record(id, await this.inquiry.ask(reference));
    return bvnStates.isTerminal(status);
  }
}
