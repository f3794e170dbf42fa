import { Body, Inject, Query } from '@nestjs/common';
import { REFUND_REFUSALS, refundView, requestIn, SessionTokensService } from '@app/checkout';
import type { HostName } from '@app/config';
import {
  type AppCaller,
  By,
  type Caller,
  Context,
  GetAction,
  grants,
  HOST,
  modeOf,
  ownerOf,
  type Policy,
  PostAction,
  WireController,
} from '@app/http';
import { invalid, Money, parseMajorToMinor } from '@app/kernel';
import { Commands, type RequestContext } from '@app/write-path';
import { UpdateCustomer } from './customers/commands/update-customer';
import type { OwnSubscriptionFacts } from './customers/own-subscription.view';
import { type SubscriptionInvoiceFacts, subscriptionInvoiceView } from './invoices/subscription-invoice.view';
import { CreatePlan } from './plans/commands/create-plan';
import { UpdatePlan } from './plans/commands/update-plan';
import { immutableField } from './plans/plan.errors';
import { type PlanFacts, planView } from './plans/plan.view';
import { CreatePlanBody, PlanQuery, UpdatePlanBody } from './plans/plans.dto';
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

const CREATE = {
  credentials: ['secret-key'],
  scope: 'subscriptions:create',
  idempotent: true,
} as const satisfies Partial<Policy>;
/** Of the merchant's server, and of the pages that the merchant is signed in to. */
const READ = {
  credentials: ['session', 'secret-key'],
  scope: 'subscriptions:read',
} as const satisfies Partial<Policy>;
const IMMUTABLE = ['amount', 'currency', 'interval', 'interval_count', 'trial_days'] as const;

/** Plans and subscriptions. The key says whether they are live or test. */
@WireController('subscriptions.php')
export class SubscriptionsController {
  constructor(
    private readonly commands: Commands,
    private readonly reader: SubscriptionReaderService,
    private readonly tokens: SessionTokensService,
    private readonly pages: SubscriptionTokensService,
    @Inject(HOST) private readonly host: HostName,
  ) {}

  @PostAction('create-plan', {
    ...CREATE,
    summary: 'Create a plan that customers can subscribe to',
    refusals: ['LIMIT_REACHED'],
  })
  createPlan(@By() caller: AppCaller, @Context() context: RequestContext, @Body() body: CreatePlanBody) {
    const { ownerId, appId, mode } = caller;
    const request = {
      ownerId,
      appId,
      mode,
      name: body.name,
      amount: Money.parseMajor(body.amount, body.currency)!,
      interval: body.interval,
      intervalCount: body.interval_count ?? 1,
      trialDays: body.trial_days ?? 0,
      metadata: body.metadata ?? {},
    };
    return this.commands.answer(context, new CreatePlan(request), planShown);
  }

  @PostAction('update-plan', {
    ...CREATE,
    summary: 'Change name, metadata or active of a plan',
    refusals: ['IMMUTABLE_FIELD', 'NOT_FOUND'],
  })
  updatePlan(@By() caller: AppCaller, @Context() context: RequestContext, @Body() body: UpdatePlanBody) {
    const { ownerId, mode } = caller;
    const { name, metadata, active } = body;
    for (const field of IMMUTABLE) if (body[field] != null) throw immutableField(field);
    const changes = { name: name ?? undefined, metadata: metadata ?? undefined, active: active ?? undefined };
    return this.commands.answer(context, new UpdatePlan(ownerId, mode, body.plan_id, changes), planShown);
  }

  @PostAction('refund', {
    credentials: ['secret-key'],
    scope: 'charges:create',
    summary: 'Refund a paid invoice, in part or in full, however it was paid',
    rate: 'refund',
    idempotent: true,
    refusals: REFUND_REFUSALS,
  })
  refund(
    @By() { ownerId, mode }: AppCaller,
    @Context() context: RequestContext,
    @Body() body: RefundInvoiceBody,
  ) {
    const request = requestIn(body, body.amount === undefined ? null : parseMajorToMinor(body.amount));
    const command = new RefundInvoice({ ownerId, mode }, body.invoice_id, request);
    return this.commands.answer(context, command, (refund) => ({ refund: refundView(refund) }));
  }

  @GetAction('list-plans', { ...READ, summary: 'Plans of the account, newest first' })
  async listPlans(@By() caller: Caller) {
    return { data: (await this.reader.listPlans(this.ownerFor(caller))).map(planView) };
  }

  @GetAction('retrieve-plan', { ...READ, summary: 'One plan', refusals: ['NOT_FOUND'] })
  async retrievePlan(@By() caller: Caller, @Query() { plan_id }: PlanQuery) {
    return planShown(await this.reader.plan(this.ownerFor(caller), plan_id));
  }

  @PostAction('subscribe', {
    ...CREATE,
    summary:
      'Subscribe a customer to a plan; returns the link of the first invoice unless a trial comes first',
    refusals: ['CONSENT_REQUIRED', 'DUPLICATE_SUBSCRIPTION', 'INVALID_STATE', 'LIMIT_REACHED', 'NOT_FOUND'],
  })
  subscribe(@By() caller: AppCaller, @Context() context: RequestContext, @Body() body: SubscribeBody) {
    const { ownerId, appId, mode, returnTo } = caller;
    if (body.billing_mode === 'card_token' && !body.consent?.accepted) throw consentRequired();
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
    ...CREATE,
    summary: 'End a subscription at once, or with its period',
    refusals: ['INVALID_STATE', 'NOT_FOUND', 'SESSION_EXPIRED'],
  })
  cancel(@By() caller: AppCaller, @Context() context: RequestContext, @Body() body: CancelSubscriptionBody) {
    const atPeriodEnd = body.at_period_end ?? false;
    return this.commands.answer(
      context,
      new CancelSubscription({ owner: caller, subscriptionId: body.subscription_id }, atPeriodEnd),
      this.changed,
    );
  }

  @PostAction('resume', {
    ...CREATE,
    summary: 'Undo a scheduled cancellation',
    refusals: ['INVALID_STATE', 'LIMIT_REACHED', 'NOT_FOUND'],
  })
  resume(@By() caller: AppCaller, @Context() context: RequestContext, @Body() body: SubscriptionBody) {
    const command = new ResumeSubscription({ owner: caller, subscriptionId: body.subscription_id });
    return this.commands.answer(context, command, this.changed);
  }

  @PostAction('change-plan', {
    ...CREATE,
    summary: 'Move a subscription to another plan',
    refusals: ['DUPLICATE_SUBSCRIPTION', 'INVALID_STATE', 'LIMIT_REACHED', 'NOT_FOUND', 'SESSION_EXPIRED'],
  })
  changePlan(@By() caller: AppCaller, @Context() context: RequestContext, @Body() body: ChangePlanBody) {
    const { subscription_id, plan_id, when } = body;
    const command = new ChangePlan(caller, subscription_id, plan_id, when);
    return this.commands.answer(context, command, ({ subscription, invoice, change }) => ({
      ...this.shown(subscription),
      invoice: invoice && this.invoiceShown(invoice, subscription),
      change: planChangeView(change),
    }));
  }

  @PostAction('cancel-plan-change', {
    ...CREATE,
    summary: 'Undo a change of plan that has not taken effect',
    refusals: ['INVALID_STATE', 'NOT_FOUND', 'SESSION_EXPIRED'],
  })
  cancelPlanChange(
    @By() caller: AppCaller,
    @Context() context: RequestContext,
    @Body() body: SubscriptionBody,
  ) {
    return this.commands.answer(context, new CancelPlanChange(caller, body.subscription_id), this.shown);
  }

  // Refused where an account has proved the address.
  @PostAction('update-customer', {
    ...CREATE,
    rate: 'lookup',
    summary: 'Change address or name of a customer whose address no account has proved',
    refusals: ['DUPLICATE_SUBSCRIPTION', 'INVALID_STATE', 'NOT_FOUND'],
  })
  updateCustomer(
    @By() caller: AppCaller,
    @Context() context: RequestContext,
    @Body() body: UpdateCustomerBody,
  ) {
    const { subscription_id, email, name } = body;
    if (email == null && name == null) throw invalid('email', 'Give an email or a name.');
    const changes = { email: email ?? undefined, name: name ?? undefined };
    return this.commands.answer(context, new UpdateCustomer(caller, subscription_id, changes), this.shown);
  }

  @GetAction('list', { ...READ, summary: 'Subscriptions, newest first' })
  async list(@By() caller: Caller, @Query() query: SubscriptionListQuery) {
    const found = await this.reader.list(this.ownerFor(caller), query);
    return found.map((subscription) => this.shownTo(caller, subscription).subscription).withOffset();
  }

  @GetAction('retrieve', { ...READ, summary: 'One subscription', refusals: ['NOT_FOUND'] })
  async retrieve(@By() caller: Caller, @Query() { subscription_id }: SubscriptionQuery) {
    return this.shownTo(caller, await this.reader.subscription(this.ownerFor(caller), subscription_id));
  }

  @GetAction('list-invoices', {
    ...READ,
    summary: 'Invoices of a subscription, newest first',
    refusals: ['NOT_FOUND'],
  })
  async listInvoices(@By() caller: Caller, @Query() { subscription_id }: SubscriptionQuery) {
    const { subscription, invoices } = await this.reader.invoices(this.ownerFor(caller), subscription_id);
    return {
      data: invoices.map((invoice) =>
        mayAct(caller)
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
    if (mayAct(caller)) return this.shown(subscription);
    return { subscription: subscriptionView(subscription, null) };
  }

  /** Keys read what their app made in test mode, people what all their apps made. */
  private ownerFor(caller: Caller) {
    const appId = caller.kind === 'app' ? caller.appId : null;
    return { ownerId: ownerOf(caller), appId, mode: modeOf(this.host) };
  }

  private invoiceShown(invoice: SubscriptionInvoiceFacts, subscription: SubscriptionFacts) {
    const { checkoutSessionId: sessionId, mode } = invoice;
    const url = sessionId && this.tokens.urlOf({ sessionId, mode });
    return subscriptionInvoiceView(invoice, subscription, url);
  }
}

/** Addresses of pages contain tokens that can pay and cancel, so keys that only read and people do not get them. */
function mayAct(caller: Caller): boolean {
  return caller.kind === 'app' && grants(caller.scopes, 'subscriptions:create');
}

function planShown(plan: PlanFacts) {
  return { plan: planView(plan) };
}
