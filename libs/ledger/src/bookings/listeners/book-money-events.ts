import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { InTransaction, UnitOfWork } from '@app/write-path';
import { Clock, uuidv7 } from '@app/kernel';
import { bookingOf } from '../chart-of-accounts';
import { MoneyEvent } from '../money-event';
import { type ListedMoneyEvent, MONEY_EVENTS } from '../../money/money.events';

/** Books each event that moves money in the unit of work that records it, so that both commit together. */
@EventsHandler(MoneyEvent, ...Object.values(MONEY_EVENTS))
@InTransaction()
export class BookMoneyEvents implements IEventHandler<MoneyEvent | ListedMoneyEvent> {
  constructor(
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  handle(event: MoneyEvent | ListedMoneyEvent): void {
    const booking = event instanceof MoneyEvent ? event.booking() : bookingOf(event);
    if (!booking) return;
    const legs = booking.legs.filter(({ amount }) => !amount.isZero);
    this.unit.book({ ...booking, legs, id: booking.id ?? uuidv7(this.clock.now()) });
  }
}
