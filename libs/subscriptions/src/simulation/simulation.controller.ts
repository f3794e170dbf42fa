import { Body } from '@nestjs/common';
import { SessionTokensService } from '@app/checkout';
import { type AppCaller, By, Context, PostAction, WireController } from '@app/http';
import type { RequestContext } from '@app/write-path';
import { subscriptionInvoiceView } from '../invoices/subscription-invoice.view';
import { SubscriptionTokensService } from '../subscriptions/subscription-tokens.service';
import { SubscriptionReaderService } from '../subscription-reader.service';
import { subscriptionView } from '../subscriptions/subscription.view';
import { SimulatedCustomerService } from './simulated-customer.service';
import { SimulateBody } from './simulation.dto';

/** The customers of test subscriptions, on the sandbox only. */
@WireController('subscriptions.php')
export class SimulationController {
  constructor(
    private readonly customer: SimulatedCustomerService,
    private readonly reader: SubscriptionReaderService,
    private readonly pages: SubscriptionTokensService,
    private readonly tokens: SessionTokensService,
  ) {}

  @PostAction('simulate', {
    credentials: ['secret-key'],
    scope: 'subscriptions:create',
    summary: 'Play the customer of a test subscription: pay, authorise, decline or stop',
    refusals: [
      'CARD_DECLINED',
      'FORBIDDEN',
      'FX_RATE_UNAVAILABLE',
      'GATEWAY_ERROR',
      'INSUFFICIENT_FUNDS',
      'INVALID_PIN',
      'INVALID_STATE',
      'KYB_REQUIRED',
      'KYC_REQUIRED',
      'LIMIT_REACHED',
      'NOT_FOUND',
      'SESSION_EXPIRED',
    ],
  })
  async simulate(
    @By() caller: AppCaller,
    @Context() context: RequestContext,
    @Body() { subscription_id: id, do: verb }: SimulateBody,
  ) {
    await this.customer.play(context, caller, id, verb);
    const { subscription, invoices } = await this.reader.invoices(caller, id);
    const [latest] = invoices;
    const { checkoutSessionId: sessionId = null, mode = 'test' } = latest ?? {};
    const url = sessionId && this.tokens.urlOf({ sessionId, mode });
    return {
      subscription: subscriptionView(subscription, this.pages.urlOf(subscription)),
      invoice: latest ? subscriptionInvoiceView(latest, subscription, url) : null,
    };
  }
}
