import { Injectable } from '@nestjs/common';
import { ChargeInquiryService } from '@app/charges';
import { Commands } from '@app/write-path';
import type { AttemptOutcome, AttemptReport } from '../attempt-outcomes.service';
import type { CheckoutAttempt } from '../checkout-attempt.aggregate';
import { RecordOutcome } from '../commands/record-outcome';
import { RecordTransfer } from '../commands/record-transfer';
import { ReportAttempt } from '../commands/report-attempt';
import { WatchAccount } from '../commands/watch-account';

/** Writes down whatever the gateway confirms on an attempt's account number, however much and however late. */
@Injectable()
export class SettleTransfers {
  constructor(
    private readonly commands: Commands,
    private readonly inquiry: ChargeInquiryService,
  ) {}

  /** `givesUp`: an attempt that waits is not waited for any longer where no money has come. */
  async settle(
    attempt: CheckoutAttempt,
    givesUp: boolean,
    transactionId: string | null = null,
  ): Promise<AttemptReport> {
    const payments = await this.inquiry.payments(attempt, transactionId);
    for (const payment of payments ?? [])
      await this.commands.execute(new RecordTransfer(attempt.id, payment));
    if (payments?.length === 0 || payments === null) {
      const outcome = payments === null ? SILENT : withoutMoney(attempt, givesUp);
      await this.commands.execute(new RecordOutcome(attempt.id, outcome));
    }
    if (!attempt.isInFlight) await this.commands.execute(new WatchAccount(attempt.id));
    return this.commands.execute(new ReportAttempt(attempt.id));
  }
}

const SILENT: AttemptOutcome = { kind: 'silent' };

function withoutMoney(attempt: CheckoutAttempt, givesUp: boolean): AttemptOutcome {
  if (givesUp && attempt.status === 'waiting') return { kind: 'abandoned' };
  return { kind: 'not-found', reason: 'No account number was given out' };
}
