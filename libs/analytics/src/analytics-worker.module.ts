import { Module } from '@nestjs/common';
import { CountPayments } from './payments/listeners/count-payments';
import { PaymentCustomers } from './payments/payment-customers.service';

/** Counts payments for the reports, in the process that relays events. */
@Module({ providers: [CountPayments, PaymentCustomers] })
export class AnalyticsWorkerModule {}
