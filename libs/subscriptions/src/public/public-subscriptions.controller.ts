import { Body, Req } from '@nestjs/common';
import { returnAddresses, SessionTokensService } from '@app/checkout';
import { Config } from '@app/config';
import { By, Context, PostAction, type PublicKeyCaller, WireController, type WireRequest } from '@app/http';
import { Commands, type RequestContext } from '@app/write-path';
import { SubscribeCustomer, type Subscribed } from '../commands/subscribe-customer';
import { SubscribePublicBody } from './public-subscriptions.dto';

/** Subscriptions that a merchant's page opens from the browser, with the app's public key. */
@WireController('subscriptions.php')
export class PublicSubscriptionsController {
  constructor(
    private readonly commands: Commands,
    private readonly tokens: SessionTokensService,
    private readonly config: Config,
  ) {}

  /** Takes no idempotency key: a stranger with the public key could use up those of the merchant's server. */
  @PostAction('subscribe-public', {
    summary: 'Subscribe from a browser, with a public key; the first payment confirms the subscription',
    credentials: ['public-key'],
    rate: 'create-public',
    crossOrigin: true,
    refusals: ['DUPLICATE_SUBSCRIPTION', 'INVALID_STATE', 'LIMIT_REACHED', 'NOT_FOUND'],
  })
  subscribe(
    @By() caller: PublicKeyCaller,
    @Context() context: RequestContext,
    @Body() body: SubscribePublicBody,
    @Req() { headers: { origin } }: WireRequest,
  ) {
    const { appId, ownerId, mode } = caller;
    const { customer } = body;
    const { successUrl, cancelUrl } = returnAddresses(caller, body, origin, this.config);
    const request = {
      ownerId,
      appId,
      mode,
      planId: body.plan_id,
      billingMode: 'invoice' as const,
      customerEmail: customer.email,
      customerName: customer.name ?? null,
      successUrl: successUrl ?? null,
      cancelUrl: cancelUrl ?? null,
      allowsDuplicate: false,
      isConfirmed: false,
    };
    return this.commands.answer(context, new SubscribeCustomer(request), this.shown);
  }

  /** What the page needs to open the payment, and nothing of the customer. */
  private readonly shown = ({ subscription, invoice }: Subscribed) => {
    const { subscriptionId, status, mode } = subscription;
    const { planId, amount, interval, intervalCount } = subscription.cycle;
    const sessionId = invoice!.checkoutSessionId!;
    const price = { amount: amount.toJsonNumber(), currency: amount.currency };
    return {
      subscription: {
        subscription_id: subscriptionId,
        plan_id: planId,
        status,
        ...price,
        interval,
        interval_count: intervalCount,
        is_test: mode === 'test',
      },
      invoice: {
        invoice_id: invoice!.invoiceId,
        status: invoice!.status,
        ...price,
        checkout_session_id: sessionId,
        checkout_url: this.tokens.urlOf({ sessionId, mode }),
        expires_at: invoice!.linkEndsAt!.toISOString(),
      },
    };
  };
}
