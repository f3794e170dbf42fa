import { Body, Headers } from '@nestjs/common';
import type { RequestContext } from '@app/write-path';
import { By, type Caller, ClientAddress, Context, GetAction, PostAction, WireController } from '@app/http';
import { GuestBody } from '../../buyers/buyers.dto';
import { BUYER_TOKEN, payerOf } from '../../buyers/guest-payments.service';
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
const PAYER = {
  credentials: ['secret-key', 'checkout-session'],
  scope: 'charges:create',
  idempotent: true,
} as const;
/** The gateway is asked to start a payment. */
const STARTS_ELSEWHERE = {
  ...PAYER,
  refusals: [
    'FORBIDDEN',
    'GATEWAY_ERROR',
    'INVALID_STATE',
    'KYB_REQUIRED',
    'LIMIT_REACHED',
    'NOT_FOUND',
    'PAYMENT_DECLINED',
    'SESSION_EXPIRED',
  ],
} as const;
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
    ...STARTS_ELSEWHERE,
    summary: 'Get an account number to pay a session by transfer',
  })
  bankTransfer(
    @By() caller: Caller,
    @Context() context: RequestContext,
    @ClientAddress() clientIp: string,
    @Body() body: GuestBody,
    @Headers(BUYER_TOKEN) token?: string,
  ) {
    return this.payByBankTransfer.pay(context, payerOf(caller, body, token, clientIp), body.session_id);
  }

  @PostAction('pay-ussd', {
    ...STARTS_ELSEWHERE,
    summary: 'Get a code to dial to pay a session',
  })
  ussd(
    @By() caller: Caller,
    @Context() context: RequestContext,
    @ClientAddress() clientIp: string,
    @Body() body: PayUssdBody,
    @Headers(BUYER_TOKEN) token?: string,
  ) {
    const payer = payerOf(caller, body, token, clientIp);
    return this.payByUssd.pay(context, payer, body.session_id, body.bank_code ?? DEFAULT_BANK);
  }

  @GetAction('ussd-banks', {
    credentials: ['secret-key', 'checkout-session'],
    scope: 'charges:read',
    summary: 'Banks whose customers can pay by dialling a code',
  })
  ussdBanks() {
    return { data: USSD_BANKS };
  }

  @PostAction('pay-mobile-money', {
    ...STARTS_ELSEWHERE,
    summary: 'Ask for a payment on a phone',
  })
  mobileMoney(
    @By() caller: Caller,
    @Context() context: RequestContext,
    @ClientAddress() clientIp: string,
    @Body() body: PayMobileMoneyBody,
    @Headers(BUYER_TOKEN) token?: string,
  ) {
    const { session_id, phone, network } = body;
    const asked = { phone, network: network.toUpperCase() };
    const payer = payerOf(caller, body, token, clientIp);
    return this.payByMobileMoney.pay(context, payer, session_id, asked);
  }

  @PostAction('pay-extwallet', {
    ...STARTS_ELSEWHERE,
    summary: 'Pay a session from an account at an external wallet',
  })
  extwallet(
    @By() caller: Caller,
    @Context() context: RequestContext,
    @ClientAddress() clientIp: string,
    @Body() body: GuestBody,
    @Headers(BUYER_TOKEN) token?: string,
  ) {
    return this.payByExtwallet.pay(context, payerOf(caller, body, token, clientIp), body.session_id);
  }

  @PostAction('pay-card-init', {
    ...PAYER,
    summary: "Pay a session by card in the gateway's own widget",
    refusals: [
      'FORBIDDEN',
      'FX_RATE_UNAVAILABLE',
      'INVALID_STATE',
      'KYB_REQUIRED',
      'KYC_REQUIRED',
      'LIMIT_REACHED',
      'NOT_FOUND',
      'SESSION_EXPIRED',
    ],
  })
  cardWidget(
    @By() caller: Caller,
    @Context() context: RequestContext,
    @ClientAddress() clientIp: string,
    @Body() body: GuestBody,
    @Headers(BUYER_TOKEN) token?: string,
  ) {
    const payer = payerOf(caller, body, token, clientIp);
    return this.openCardWidget.openWidget(context, payer, body.session_id);
  }

  @PostAction('pay-cancel', {
    ...PAYER,
    summary: 'Cancel a payment in progress elsewhere, to choose another method',
    refusals: ['GATEWAY_ERROR', 'INVALID_STATE', 'NOT_FOUND', 'SESSION_EXPIRED'],
  })
  cancel(@By() caller: Caller, @Context() context: RequestContext, @Body() { session_id }: SessionBody) {
    return this.cancelAsyncPayment.cancel(context, caller, session_id);
  }
}
