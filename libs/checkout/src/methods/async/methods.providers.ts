import { BeginMethodAttemptHandler } from './commands/begin-method-attempt';
import { AbandonAttemptHandler } from '../../attempts/commands/abandon-attempt';
import { RecordTransferHandler } from '../../attempts/commands/record-transfer';
import { ReportAttemptHandler } from '../../attempts/commands/report-attempt';
import { WatchAccountHandler } from '../../attempts/commands/watch-account';
import { CancelAsyncPayment } from './flows/cancel-async-payment';
import { AsyncPaymentFlow } from './flows/async-payment-flow';
import { OpenCardWidget } from '../card/flows/open-card-widget';
import { PayByBankTransfer } from './flows/pay-by-bank-transfer';
import { PayByExtwallet } from './flows/pay-by-extwallet';
import { PayByMobileMoney } from './flows/pay-by-mobile-money';
import { PayByUssd } from './flows/pay-by-ussd';
import { SettleTransfers } from '../../attempts/flows/settle-transfers';
import { PhonePromptsService } from './phone-prompts.service';
import { MethodOffersService } from '../../sessions/method-offers.service';
import { WalletInquiryService } from '../../attempts/wallet-inquiry.service';

/** Flows that `MethodsController` asks for. */
export const methodFlows = [
  PayByBankTransfer,
  PayByUssd,
  PayByMobileMoney,
  PayByExtwallet,
  OpenCardWidget,
  CancelAsyncPayment,
];

/** Everything behind the ways of paying that the buyer completes elsewhere. */
export const methodProviders = [
  MethodOffersService,
  PhonePromptsService,
  WalletInquiryService,
  AsyncPaymentFlow,
  SettleTransfers,
  BeginMethodAttemptHandler,
  ReportAttemptHandler,
  AbandonAttemptHandler,
  RecordTransferHandler,
  WatchAccountHandler,
  ...methodFlows,
];
