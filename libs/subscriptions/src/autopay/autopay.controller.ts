import { Body } from '@nestjs/common';
import { By, Context, PostAction, type UserCaller, WireController } from '@app/http';
import { Commands, type RequestContext } from '@app/write-path';
import { type SubscriptionFacts, subscriptionView } from '../subscriptions/subscription.view';
import { StopAutopayBody } from './autopay.dto';
import { StopAutopay } from './commands/stop-autopay';

/** Charges to a wallet, for the payer who has authorised them. */
@WireController('subscriptions.php')
export class AutopayController {
  constructor(private readonly commands: Commands) {}

  @PostAction('stop-autopay', {
    credentials: ['session'],
    idempotent: true,
    summary: 'Stop charges of a subscription to your wallet; further cycles are collected by links',
    refusals: ['INVALID_STATE', 'NOT_FOUND', 'SESSION_EXPIRED'],
  })
  stop(@By() { userId }: UserCaller, @Context() context: RequestContext, @Body() body: StopAutopayBody) {
    return this.commands.answer(context, new StopAutopay(userId, body.subscription_id), (subscription) => ({
      subscription: payerView(subscription),
    }));
  }
}

/** The payer can be another person than the customer, whose name and e-mail address are not shown. */
function payerView(subscription: SubscriptionFacts) {
  const { customer: _, ...shown } = subscriptionView(subscription, null);
  return shown;
}
