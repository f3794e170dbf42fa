import { Injectable } from '@nestjs/common';
import { ChargeInquiryService, PaymentGatewaysService } from '@app/charges';
import type { RequestContext } from '@app/write-path';
import { type MobileAccount, mobileAccount, maskedPhone } from '../mobile-networks.policy';
import { choiceOf } from '../request-fingerprint.policy';
import { SessionTokensService } from '../../../sessions/session-tokens.service';
import type { Payer } from '../../../buyers/guest-payments.service';
import { AsyncPaymentFlow, chargeOf } from './async-payment-flow';

const LASTS_SECONDS = 30 * 60;

/** Sends a prompt to the buyer's phone; some networks ask on a page of their own instead. */
@Injectable()
export class PayByMobileMoney {
  constructor(
    private readonly flow: AsyncPaymentFlow,
    private readonly gateways: PaymentGatewaysService,
    private readonly inquiry: ChargeInquiryService,
    private readonly tokens: SessionTokensService,
  ) {}

  pay(context: RequestContext, payer: Payer, sessionId: string, asked: MobileAccount) {
    return this.flow.start(context, payer, sessionId, {
      mayBePaidWithoutAnswer: true,
      newAttempt: (session) => {
        session.assertOffers('mobile_money');
        const { phone, network } = mobileAccount(session.currency, asked.phone, asked.network);
        return {
          method: 'mobile_money',
          choice: choiceOf(phone, network),
          lastsSeconds: LASTS_SECONDS,
          gateway: this.gateways.gatewayOf(session.mode).name,
          phone,
        };
      },
      send: async (collection) => {
        const { session, reference } = collection;
        const { phone, network } = mobileAccount(session.currency, asked.phone, asked.network);
        const result = await this.gateways.gatewayOf(session.mode).gateway.mobileMoney({
          ...chargeOf(collection),
          phone,
          network,
          redirectUrl: this.tokens.returnUrlOf(session),
        });
        const { kind, gwRef, declineReason, redirectUrl, simulateUrl } = result;
        // The answer is no proof of money: the gateway's books are.
        if (kind === 'successful') return this.inquiry.afterSending({ reference, mode: session.mode }, gwRef);
        if (kind === 'failed')
          return { kind: 'failed', gatewayStatus: 'declined', reason: declineReason ?? 'Declined', gwRef };
        const shown = { method: 'mobile_money', phone: maskedPhone(phone), network } as const;
        const instructions = { ...shown, choice: choiceOf(phone, network), simulateUrl };
        const authMode = redirectUrl === undefined ? null : 'redirect';
        return { kind: 'waiting', gwRef, authMode, redirectUrl, instructions };
      },
    });
  }
}
