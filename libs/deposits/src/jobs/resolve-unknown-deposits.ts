import { Inject, Injectable } from '@nestjs/common';
import { Commands } from '@app/write-path';
import { LOGGER } from '@app/http';
import { Clock, DomainError } from '@app/kernel';
import type { Logger } from 'pino';
import type { GatewayTransaction } from '@app/charges';
import { ReviewCharge } from '../commands/review-charge';
import { Deposits } from '../deposit.repository';
import { GatewayInquiry } from '../gateway-inquiry.service';

const BATCH = 100;

/**
 * Asks the gateway about charges whose end nobody told: lost answers, lost events, buyers who never came back.
 * Asking twice does no harm, so any number may run at once.
 */
@Injectable()
export class ResolveUnknownDeposits {
  constructor(
    private readonly deposits: Deposits,
    private readonly inquiry: GatewayInquiry,
    private readonly commands: Commands,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Returns how many charges it asked about. A gateway that is silent once is not asked again in this run. */
  async run(): Promise<number> {
    let asked = 0;
    for (const { id, reference } of await this.deposits.due(this.clock.now(), BATCH)) {
      asked += 1;
      const answer = await this.ask(reference);
      await this.review(id, reference, answer);
      if (answer === 'silence') break;
    }
    return asked;
  }

  private async ask(reference: string): Promise<GatewayTransaction | 'absent' | 'silence'> {
    try {
      return (await this.inquiry.byReference(reference)) ?? 'absent';
    } catch (error) {
      if (error instanceof DomainError) return 'silence';
      throw error;
    }
  }

  private async review(
    id: string,
    reference: string,
    answer: GatewayTransaction | 'absent' | 'silence',
  ): Promise<void> {
    try {
      await this.commands.execute(new ReviewCharge(id, reference, answer));
    } catch (error) {
      this.log.error({ err: error, deposit: id }, 'a deposit could not be settled; it stays due');
    }
  }
}
