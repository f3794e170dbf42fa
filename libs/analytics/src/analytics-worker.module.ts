import { Module } from '@nestjs/common';
import { CustomersStore } from './customers/customers.store';
import { CountPayments } from './payments/listeners/count-payments';
import { PaymentCustomersService } from './payments/payment-customers.service';

/** Counts payments for the reports, in the process that relays events. */
@Module({ providers: [CountPayments, CustomersStore, PaymentCustomersService] })
export class AnalyticsWorkerModule {}
