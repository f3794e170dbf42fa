import { Body, Inject, Query, type Type } from '@nestjs/common';
import { REFUND_REFUSALS, refundView, requestIn, SessionTokensService } from '@app/checkout';
import type { HostName } from '@app/config';
import { By, type Caller, Context, GetAction, HOST, PostAction, WireController } from '@app/http';
import { invalid, parseMajorToMinor } from '@app/kernel';
import { CallerAppsService } from '@app/merchants';
import { Commands, type RequestContext } from '@app/write-path';
import { UpdateCustomer } from './customers/commands/update-customer';
import type { OwnSubscriptionFacts } from './customers/own-subscription.view';
import { type SubscriptionInvoiceFacts, subscriptionInvoiceView } from './invoices/subscription-invoice.view';
import { BY_KEYS, BY_PEOPLE, mayAct, type SellingAccess, sellerOf } from './seller.policy';
import { SubscriptionTokensService } from './subscriptions/subscription-tokens.service';
import { CancelPlanChange } from './commands/cancel-plan-change';
import { CancelSubscription } from './commands/cancel-subscription';
import { ChangePlan } from './commands/change-plan';
import { RefundInvoice } from './commands/refund-invoice';
import { ResumeSubscription } from './commands/resume-subscription';
import { SubscribeCustomer } from './commands/subscribe-customer';
import { planChangeView } from './subscriptions/plan-change.view';
import { SubscriptionReaderService } from './subscription-reader.service';
import { consentRequired } from './subscriptions/subscription.errors';
import { type SubscriptionFacts, subscriptionView } from './subscriptions/subscription.view';
import {
  CancelSubscriptionBody,
  ChangePlanBody,
  RefundInvoiceBody,
  SubscribeBody,
  SubscriptionBody,
  SubscriptionListQuery,
  SubscriptionQuery,
  UpdateCustomerBody,
} from './subscriptions/subscriptions.dto';

/** Subscriptions of merchants, for the callers of a host. */
function subscriptionsController({ reads, writes, refunds }: SellingAccess): Type<object> {
  @WireController('subscriptions.php')
  class SubscriptionsController {
    constructor(
      private readonly commands: Commands,
      private readonly reader: SubscriptionReaderService,
      private readonly apps: CallerAppsService,
      private readonly tokens: SessionTokensService,
      private readonly pages: SubscriptionTokensService,
      @Inject(HOST) private readonly host: HostName,
    ) {}

    @PostAction('refund', {
      ...refunds,
      summary: 'Refund a paid invoice, in part or in full, however it was paid',
      rate: 'refund',
      refusals: REFUND_REFUSALS,
    })
    refund(@By() caller: Caller, @Context() context: RequestContext, @Body() body: RefundInvoiceBody) {
      const { ownerId, mode } = sellerOf(caller, this.host);
      const request = requestIn(body, body.amount === undefined ? null : parseMajorToMinor(body.amount));
      const command = new RefundInvoice({ ownerId, mode }, body.invoice_id, request);
      return this.commands.answer(context, command, (refund) => ({ refund: refundView(refund) }));
    }

    @PostAction('subscribe', {
      ...writes,
      summary:
        'Subscribe a customer to a plan; returns the link of the first invoice unless a trial comes first',
      refusals: ['CONSENT_REQUIRED', 'DUPLICATE_SUBSCRIPTION', 'INVALID_STATE', 'LIMIT_REACHED', 'NOT_FOUND'],
    })
    async subscribe(@By() caller: Caller, @Context() context: RequestContext, @Body() body: SubscribeBody) {
      if (body.billing_mode === 'card_token' && !body.consent?.accepted) throw consentRequired();
      const { ownerId, appId, mode, returnTo } = await this.apps.appFor(caller, body.app_id);
      const request = {
        ownerId,
        appId,
        mode,
        planId: body.plan_id,
        billingMode: body.billing_mode ?? 'invoice',
        customerEmail: body.customer.email,
        customerName: body.customer.name ?? null,
        successUrl: body.success_url ?? returnTo?.success ?? null,
        cancelUrl: body.cancel_url ?? returnTo?.cancel ?? null,
        allowsDuplicate: body.allow_duplicate ?? false,
        isConfirmed: true,
      };
      return this.commands.answer(context, new SubscribeCustomer(request), ({ subscription, invoice }) => ({
        ...this.shown(subscription),
        invoice: invoice && this.invoiceShown(invoice, subscription),
        ...(subscription.billingMode === 'wallet_auto' && { authorization_required: true }),
      }));
    }

    @PostAction('cancel', {
      ...writes,
      summary: 'End a subscription at once, or with its period',
      refusals: ['INVALID_STATE', 'NOT_FOUND', 'SESSION_EXPIRED'],
    })
    cancel(@By() caller: Caller, @Context() context: RequestContext, @Body() body: CancelSubscriptionBody) {
      const atPeriodEnd = body.at_period_end ?? false;
      return this.commands.answer(
        context,
        new CancelSubscription(
          { owner: sellerOf(caller, this.host), subscriptionId: body.subscription_id },
          atPeriodEnd,
        ),
        this.changed,
      );
    }

    @PostAction('resume', {
      ...writes,
      summary: 'Undo a scheduled cancellation',
      refusals: ['INVALID_STATE', 'LIMIT_REACHED', 'NOT_FOUND'],
    })
    resume(@By() caller: Caller, @Context() context: RequestContext, @Body() body: SubscriptionBody) {
      const command = new ResumeSubscription({
        owner: sellerOf(caller, this.host),
        subscriptionId: body.subscription_id,
      });
      return this.commands.answer(context, command, this.changed);
    }

    @PostAction('change-plan', {
      ...writes,
      summary: 'Move a subscription to another plan',
      refusals: ['DUPLICATE_SUBSCRIPTION', 'INVALID_STATE', 'LIMIT_REACHED', 'NOT_FOUND', 'SESSION_EXPIRED'],
    })
    changePlan(@By() caller: Caller, @Context() context: RequestContext, @Body() body: ChangePlanBody) {
      const { subscription_id, plan_id, when } = body;
      const command = new ChangePlan(sellerOf(caller, this.host), subscription_id, plan_id, when);
      return this.commands.answer(context, command, ({ subscription, invoice, change }) => ({
        ...this.shown(subscription),
        invoice: invoice && this.invoiceShown(invoice, subscription),
        change: planChangeView(change),
      }));
    }

    @PostAction('cancel-plan-change', {
      ...writes,
      summary: 'Undo a change of plan that has not taken effect',
      refusals: ['INVALID_STATE', 'NOT_FOUND', 'SESSION_EXPIRED'],
    })
    cancelPlanChange(
      @By() caller: Caller,
      @Context() context: RequestContext,
      @Body() body: SubscriptionBody,
    ) {
      return this.commands.answer(
        context,
        new CancelPlanChange(sellerOf(caller, this.host), body.subscription_id),
        this.shown,
      );
    }

    // Refused where an account has proved the address.
    @PostAction('update-customer', {
      ...writes,
      rate: 'lookup',
      summary: 'Change address or name of a customer whose address no account has proved',
      refusals: ['DUPLICATE_SUBSCRIPTION', 'INVALID_STATE', 'NOT_FOUND'],
    })
    updateCustomer(
      @By() caller: Caller,
      @Context() context: RequestContext,
      @Body() body: UpdateCustomerBody,
    ) {
      const { subscription_id, email, name } = body;
      if (email == null && name == null) throw invalid('email', 'Give an email or a name.');
      const changes = { email: email ?? undefined, name: name ?? undefined };
      return this.commands.answer(
        context,
        new UpdateCustomer(sellerOf(caller, this.host), subscription_id, changes),
        this.shown,
      );
    }

    @GetAction('list', { ...reads, summary: 'Subscriptions, newest first' })
    async list(@By() caller: Caller, @Query() query: SubscriptionListQuery) {
      const found = await this.reader.list(sellerOf(caller, this.host), query);
      return found.map((subscription) => this.shownTo(caller, subscription).subscription).withOffset();
    }

    @GetAction('retrieve', { ...reads, summary: 'One subscription', refusals: ['NOT_FOUND'] })
    async retrieve(@By() caller: Caller, @Query() { subscription_id }: SubscriptionQuery) {
      return this.shownTo(
        caller,
        await this.reader.subscription(sellerOf(caller, this.host), subscription_id),
      );
    }

    @GetAction('list-invoices', {
      ...reads,
      summary: 'Invoices of a subscription, newest first',
      refusals: ['NOT_FOUND'],
    })
    async listInvoices(@By() caller: Caller, @Query() { subscription_id }: SubscriptionQuery) {
      const { subscription, invoices } = await this.reader.invoices(
        sellerOf(caller, this.host),
        subscription_id,
      );
      return {
        data: invoices.map((invoice) =>
          mayAct(caller, this.host)
            ? this.invoiceShown(invoice, subscription)
            : subscriptionInvoiceView(invoice, subscription, null),
        ),
      };
    }

    private readonly shown = (subscription: SubscriptionFacts) => ({
      subscription: subscriptionView(subscription, this.pages.urlOf(subscription)),
    });

    private readonly changed = ({ subscription }: OwnSubscriptionFacts) => this.shown(subscription);

    private shownTo(caller: Caller, subscription: SubscriptionFacts) {
      if (mayAct(caller, this.host)) return this.shown(subscription);
      return { subscription: subscriptionView(subscription, null) };
    }

    private invoiceShown(invoice: SubscriptionInvoiceFacts, subscription: SubscriptionFacts) {
      const { checkoutSessionId: sessionId, mode } = invoice;
      const url = sessionId && this.tokens.urlOf({ sessionId, mode });
      return subscriptionInvoiceView(invoice, subscription, url);
    }
  }
  return SubscriptionsController;
}

/** On the hosts of payments the merchant's server writes. */
export const SubscriptionsController = subscriptionsController(BY_KEYS);
/** On the business host people do. */
export const BusinessSubscriptionsController = subscriptionsController(BY_PEOPLE);
