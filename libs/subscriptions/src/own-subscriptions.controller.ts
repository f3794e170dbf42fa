import { Body, Query } from '@nestjs/common';
import { SessionTokensService } from '@app/checkout';
import {
  By,
  Context,
  GetAction,
  OffsetQuery,
  type Policy,
  PostAction,
  type UserCaller,
  WireController,
} from '@app/http';
import { Commands, type RequestContext } from '@app/write-path';
import { SubscriptionTokensService } from './subscriptions/subscription-tokens.service';
import { CancelSubscription } from './commands/cancel-subscription';
import { ResumeSubscription } from './commands/resume-subscription';
import { CancelOwnSubscriptionBody, OwnSubscriptionBody } from './own-subscriptions.dto';
import { OwnSubscriptionReaderService } from './customers/own-subscription-reader.service';
import {
  mySubscriptionView,
  type OwnSubscriptionFacts,
  ownSubscriptionView,
} from './customers/own-subscription.view';

const READ = { credentials: ['session'] } as const satisfies Partial<Policy>;
const WRITE = { ...READ, idempotent: true } as const satisfies Partial<Policy>;

/** Subscriptions of the person who is signed in: those of their account, to their proved address, and those that they pay for. */
@WireController('subscriptions.php')
export class OwnSubscriptionsController {
  constructor(
    private readonly commands: Commands,
    private readonly own: OwnSubscriptionReaderService,
    private readonly tokens: SessionTokensService,
    private readonly pages: SubscriptionTokensService,
  ) {}

  @GetAction('mine', { ...READ, summary: 'Own subscriptions, newest first' })
  async mine(@By() { userId }: UserCaller, @Query() query: OffsetQuery) {
    const found = await this.own.list(userId, query);
    return found.map((facts) => mySubscriptionView(facts, this.urlsOf(facts))).withOffset();
  }

  @PostAction('cancel', {
    ...WRITE,
    summary: 'End an own subscription with its period, or at once',
    refusals: ['INVALID_STATE', 'NOT_FOUND', 'SESSION_EXPIRED'],
  })
  cancel(
    @By() { userId: customerId }: UserCaller,
    @Context() context: RequestContext,
    @Body() { subscription_id: subscriptionId, at_period_end }: CancelOwnSubscriptionBody,
  ) {
    const command = new CancelSubscription({ customerId, subscriptionId }, at_period_end ?? true);
    return this.commands.answer(context, command, this.answer);
  }

  @PostAction('resume', {
    ...WRITE,
    summary: 'Undo a scheduled cancellation of an own subscription',
    refusals: ['INVALID_STATE', 'LIMIT_REACHED', 'NOT_FOUND'],
  })
  resume(
    @By() { userId: customerId }: UserCaller,
    @Context() context: RequestContext,
    @Body() { subscription_id: subscriptionId }: OwnSubscriptionBody,
  ) {
    return this.commands.answer(context, new ResumeSubscription({ customerId, subscriptionId }), this.answer);
  }

  private readonly answer = (facts: OwnSubscriptionFacts) => ({
    subscription: ownSubscriptionView(facts, this.urlsOf(facts)),
  });

  private urlsOf(facts: OwnSubscriptionFacts): { payUrl: string | null; manageUrl: string } {
    return { payUrl: this.payUrlOf(facts), manageUrl: this.pages.urlOf(facts.subscription) };
  }

  /** A link that has ended is not shown. */
  private payUrlOf({ unpaid, now }: OwnSubscriptionFacts): string | null {
    if (!unpaid?.checkoutSessionId || unpaid.linkEndsAt === null || unpaid.linkEndsAt <= now) return null;
    return this.tokens.urlOf({ sessionId: unpaid.checkoutSessionId, mode: unpaid.mode });
  }
}
