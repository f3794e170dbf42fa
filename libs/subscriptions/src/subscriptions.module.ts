import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CheckoutModule } from '@app/checkout';
import { FailUnpaidInvoiceHandler } from './invoices/commands/fail-unpaid-invoice';
import { InvoiceFailures } from './invoices/invoice-failures.service';
import { FailUnpaidInvoices } from './invoices/jobs/fail-unpaid-invoices';
import { FailDeclinedInvoice } from './invoices/listeners/fail-declined-invoice';
import { SubscriptionBilling } from './invoices/subscription-billing.service';
import { SubscriptionInvoice } from './invoices/subscription-invoice.aggregate';
import { SubscriptionInvoices } from './invoices/subscription-invoice.repository';
import { SubscriptionSettlement } from './invoices/subscription-settlement.service';
import { CreatePlanHandler } from './plans/commands/create-plan';
import { UpdatePlanHandler } from './plans/commands/update-plan';
import { Plan } from './plans/plan.aggregate';
import { Plans } from './plans/plan.repository';
import { BillNextCycleHandler } from './subscriptions/commands/bill-next-cycle';
import { CancelSubscriptionHandler } from './subscriptions/commands/cancel-subscription';
import { ResumeSubscriptionHandler } from './subscriptions/commands/resume-subscription';
import { SubscribeCustomerHandler } from './subscriptions/commands/subscribe-customer';
import { BillSubscriptions } from './subscriptions/jobs/bill-subscriptions';
import { CloseTestSubscriptions } from './subscriptions/listeners/close-test-subscriptions';
import { Subscription } from './subscriptions/subscription.aggregate';
import { Subscriptions } from './subscriptions/subscription.repository';
import { SubscriptionBusiness } from './subscriptions/subscription-business.queries';
import { SubscriptionReader } from './subscriptions/subscription-reader.service';

/** Plans, subscriptions and the invoices of their cycles. Every app that completes checkout sessions imports it. */
@Module({
  imports: [TypeOrmModule.forFeature([Plan, Subscription, SubscriptionInvoice]), CheckoutModule],
  providers: [
    ...[Plans, Subscriptions, SubscriptionInvoices, SubscriptionReader, SubscriptionBusiness],
    ...[SubscriptionBilling, SubscriptionSettlement, InvoiceFailures],
    ...[CreatePlanHandler, UpdatePlanHandler],
    ...[SubscribeCustomerHandler, CancelSubscriptionHandler, ResumeSubscriptionHandler],
    ...[BillNextCycleHandler, FailUnpaidInvoiceHandler],
    ...[FailDeclinedInvoice, CloseTestSubscriptions],
    ...[BillSubscriptions, FailUnpaidInvoices],
  ],
  exports: [SubscriptionReader, BillSubscriptions, FailUnpaidInvoices],
})
export class SubscriptionsModule {}
