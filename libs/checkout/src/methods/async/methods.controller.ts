import { Body } from '@nestjs/common';
import type { RequestContext } from '@app/write-path';
import { By, Context, type Caller, GetAction, PostAction, WireController } from '@app/http';
import { SessionBody } from '../../sessions/sessions.dto';
import { CancelAsyncPayment } from './flows/cancel-async-payment';
import { OpenCardWidget } from '../card/flows/open-card-widget';
import { PayByBankTransfer } from './flows/pay-by-bank-transfer';
import { PayByExtwallet } from './flows/pay-by-extwallet';
import { PayByMobileMoney } from './flows/pay-by-mobile-money';
import { PayByUssd } from './flows/pay-by-ussd';
import { PayMobileMoneyBody, PayUssdBody } from './methods.dto';
import { USSD_BANKS } from './ussd-banks.policy';

/** The merchant's server, or the buyer's page. */
const PAYER = { credentials: ['secret-key', 'checkout-session'], idempotent: true } as const;
const DEFAULT_BANK = '044';

/** Ways of paying a session that the buyer completes elsewhere than on our page. */
@WireController('sessions.php')
export class MethodsController {
  constructor(
    private readonly payByBankTransfer: PayByBankTransfer,
    private readonly payByUssd: PayByUssd,
    private readonly payByMobileMoney: PayByMobileMoney,
    private readonly payByExtwallet: PayByExtwallet,
    private readonly openCardWidget: OpenCardWidget,
    private readonly cancelAsyncPayment: CancelAsyncPayment,
  ) {}

  @PostAction('pay-bank-transfer', {
    ...PAYER,
    summary: 'Get an account number to pay a session by transfer',
  })
  bankTransfer(
    @By() caller: Caller,
    @Context() context: RequestContext,
    @Body() { session_id }: SessionBody,
  ) {
    return this.payByBankTransfer.pay(context, caller, session_id);
  }

  @PostAction('pay-ussd', { ...PAYER, summary: 'Get a code to dial to pay a session' })
  ussd(@By() caller: Caller, @Context() context: RequestContext, @Body() body: PayUssdBody) {
    return this.payByUssd.pay(context, caller, body.session_id, body.bank_code ?? DEFAULT_BANK);
  }

  @GetAction('ussd-banks', {
    credentials: ['secret-key', 'checkout-session'],
    summary: 'Banks whose customers can pay by dialling a code',
  })
  ussdBanks() {
    return { data: USSD_BANKS };
  }

  @PostAction('pay-mobile-money', { ...PAYER, summary: 'Ask for a payment on a phone' })
  mobileMoney(@By() caller: Caller, @Context() context: RequestContext, @Body() body: PayMobileMoneyBody) {
    const { session_id, phone, network } = body;
    return this.payByMobileMoney.pay(context, caller, session_id, { phone, network: network.toUpperCase() });
  }

  @PostAction('pay-extwallet', { ...PAYER, summary: 'Pay a session from an account at an external wallet' })
  extwallet(@By() caller: Caller, @Context() context: RequestContext, @Body() { session_id }: SessionBody) {
    return this.payByExtwallet.pay(context, caller, session_id);
  }

  @PostAction('pay-card-init', { ...PAYER, summary: "Pay a session by card in the gateway's own widget" })
  cardWidget(@By() caller: Caller, @Context() context: RequestContext, @Body() { session_id }: SessionBody) {
    return this.openCardWidget.openWidget(context, caller, session_id);
  }

  @PostAction('pay-cancel', {
    ...PAYER,
    summary: 'Come back from a payment elsewhere, to pay in another way',
  })
  cancel(@By() caller: Caller, @Context() context: RequestContext, @Body() { session_id }: SessionBody) {
    return this.cancelAsyncPayment.cancel(context, caller, session_id);
  }
}
