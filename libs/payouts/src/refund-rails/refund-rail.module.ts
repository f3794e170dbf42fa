import { Module } from '@nestjs/common';
import { CheckoutModule, RefundRailsService } from '@app/checkout';
import { BankListsStore } from '../banks/bank-lists.store';
import { PayoutLanesStore } from '../withdrawals/payout-lanes.store';
import { PayoutSendingsService } from '../withdrawals/payout-sendings.service';
import { PayoutRefundRail } from './payout-refund-rail.adapter';

/** The rail of refunds to accounts, for the pages on which payers name them and for the process that sends them. */
@Module({
  imports: [CheckoutModule],
  providers: [PayoutRefundRail, PayoutSendingsService, PayoutLanesStore, BankListsStore],
})
export class RefundRailModule {
  constructor(rails: RefundRailsService, rail: PayoutRefundRail) {
    rails.register(rail);
  }
}
