import { BeginMethodAttemptHandler } from '../commands/begin-method-attempt';
import { GiveUpWaitingHandler } from '../commands/give-up-waiting';
import { RecordTransferHandler } from '../commands/record-transfer';
import { ReportAttemptHandler } from '../commands/report-attempt';
import { WatchAccountHandler } from '../commands/watch-account';
import { GiveUpPayment } from '../flows/give-up-payment';
import { MethodStep } from '../flows/method-step';
import { OpenCardWidget } from '../flows/open-card-widget';
import { PayByBankTransfer } from '../flows/pay-by-bank-transfer';
import { PayByExtwallet } from '../flows/pay-by-extwallet';
import { PayByMobileMoney } from '../flows/pay-by-mobile-money';
import { PayByUssd } from '../flows/pay-by-ussd';
import { SettleTransfers } from '../flows/settle-transfers';
import { ChangeOfMethod } from './change-of-method';
import { MethodOffers } from './method-offers';
import { TransferInquiry } from './transfer-inquiry';
import { WalletInquiry } from './wallet-inquiry';

/** Flows that `MethodsController` asks for. */
export const methodFlows = [
  PayByBankTransfer,
  PayByUssd,
  PayByMobileMoney,
  PayByExtwallet,
  OpenCardWidget,
  GiveUpPayment,
];

/** Everything behind the ways of paying that the buyer completes elsewhere. */
export const methodProviders = [
  ...[MethodOffers, ChangeOfMethod, TransferInquiry, WalletInquiry, MethodStep, SettleTransfers],
  ...[BeginMethodAttemptHandler, ReportAttemptHandler, GiveUpWaitingHandler],
  ...[RecordTransferHandler, WatchAccountHandler],
  ...methodFlows,
];
