import { AttemptOutcomesService } from './attempt-outcomes.service';
import { CardPricesService } from './card-prices.service';
import { CheckoutAttemptRepository } from './checkout-attempt.repository';
import { CheckoutEvents } from './checkout-events.handler';
import { AbandonAttemptHandler } from './commands/abandon-attempt';
import { RecordOutcomeHandler } from './commands/record-outcome';
import { RecordTransferHandler } from './commands/record-transfer';
import { ReportAttemptHandler } from './commands/report-attempt';
import { WatchAccountHandler } from './commands/watch-account';
import { SettleAttempt } from './flows/settle-attempt';
import { SettleTransfers } from './flows/settle-transfers';
import { WatchAccounts } from './flows/watch-accounts';
import { SetAsidePaymentsService } from './set-aside-payments.service';
import { WalletInquiryService } from './wallet-inquiry.service';

/** Attempts to pay, whichever method the buyer has chosen: what became of them, and the money that no session takes. */
export const attemptProviders = [
  CheckoutAttemptRepository,
  CheckoutEvents,
  AttemptOutcomesService,
  SetAsidePaymentsService,
  CardPricesService,
  WalletInquiryService,
  SettleAttempt,
  SettleTransfers,
  WatchAccounts,
  RecordOutcomeHandler,
  RecordTransferHandler,
  ReportAttemptHandler,
  AbandonAttemptHandler,
  WatchAccountHandler,
];
