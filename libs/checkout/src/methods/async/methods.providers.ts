import { BeginMethodAttemptHandler } from './commands/begin-method-attempt';
import { CancelAsyncPayment } from './flows/cancel-async-payment';
import { AsyncPaymentFlow } from './flows/async-payment-flow';
import { OpenCardWidget } from '../card/flows/open-card-widget';
import { PayByBankTransfer } from './flows/pay-by-bank-transfer';
import { PayByExtwallet } from './flows/pay-by-extwallet';
import { PayByMobileMoney } from './flows/pay-by-mobile-money';
import { PayByUssd } from './flows/pay-by-ussd';
import { PhonePromptsService } from './phone-prompts.service';

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
  PhonePromptsService,
  AsyncPaymentFlow,
  BeginMethodAttemptHandler,
  ...methodFlows,
];
