import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { RefundFailed, RefundReturned } from '@app/checkout';
import { InTransaction } from '@app/write-path';
import { ChargebackWon } from '../../money/chargeback.money';
import type { LeftAgain } from '../chargeback.aggregate';
import { ChargebackRepository } from '../chargeback.repository';

/**
 * Charges the owner for what comes back of a payment with a chargeback: of a refund that failed, or of another
 * chargeback that was won.
 */
@EventsHandler(RefundFailed, RefundReturned, ChargebackWon)
@InTransaction()
export class ChargeWhatCameBack implements IEventHandler<RefundFailed | RefundReturned | ChargebackWon> {
  constructor(private readonly chargebacks: ChargebackRepository) {}

  async handle(event: RefundFailed | RefundReturned | ChargebackWon): Promise<void> {
    if (event.mode === 'test') return;
    const wonId = event instanceof ChargebackWon ? event.aggregateId : null;
    let left: LeftAgain = event.data;
    for (const chargeback of await this.chargebacks.beyondPayment(event.data, wonId)) {
      const rest = chargeback.extend(left);
      if (rest === left) continue;
      this.chargebacks.save(chargeback);
      left = rest;
    }
  }
}
