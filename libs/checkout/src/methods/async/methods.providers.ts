import { BeginMethodAttemptHandler } from './commands/begin-method-attempt';
import { GiveUpWaitingHandler } from '../../attempts/commands/abandon-attempt';
import { RecordTransferHandler } from './commands/record-transfer';
import { ReportAttemptHandler } from '../../attempts/commands/report-attempt';
import { WatchAccountHandler } from './commands/watch-account';
import { GiveUpPayment } from './flows/cancel-async-payment';
import { MethodStep } from './flows/async-payment-flow';
import { OpenCardWidget } from '../card/flows/open-card-widget';
import { PayByBankTransfer } from './flows/pay-by-bank-transfer';
import { PayByExtwallet } from './flows/pay-by-extwallet';
import { PayByMobileMoney } from './flows/pay-by-mobile-money';
import { PayByUssd } from './flows/pay-by-ussd';
import { SettleTransfers } from './flows/settle-transfers';
import { ChangeOfMethod } from '../change-of-method.service';
import { MethodOffers } from '../method-offers.service';
import { TransferInquiry } from './transfer-inquiry.service';
import { WalletInquiry } from './wallet-inquiry.service';

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
