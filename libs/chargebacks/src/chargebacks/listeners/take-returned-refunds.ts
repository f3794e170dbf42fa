import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { RefundFailed, RefundReturned } from '@app/checkout';
import { InTransaction } from '@app/write-path';
import { ChargebackRepository } from '../chargeback.repository';

/**
 * Has the owner answer for what a failed refund leaves of a payment that a bank takes back: the refund did not count, and
 * its money is the owner's again.
 */
@EventsHandler(RefundFailed, RefundReturned)
@InTransaction()
export class TakeReturnedRefunds implements IEventHandler<RefundFailed | RefundReturned> {
  constructor(private readonly chargebacks: ChargebackRepository) {}

  async handle({ mode, data }: RefundFailed | RefundReturned): Promise<void> {
    if (mode === 'test') return;
    const [chargeback] = await this.chargebacks.beyondPayment(data);
    if (chargeback?.extend(data)) this.chargebacks.save(chargeback);
  }
}
