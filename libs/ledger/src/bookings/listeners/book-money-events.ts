import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { InTransaction, UnitOfWork } from '@app/write-path';
import { Clock, uuidv7 } from '@app/kernel';
import { MoneyEvent } from '../money-event';

/** Books each event that moves money in the unit of work that records it, so that both commit together. */
@EventsHandler(MoneyEvent)
@InTransaction()
export class BookMoneyEvents implements IEventHandler<MoneyEvent> {
  constructor(
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  handle(event: MoneyEvent): void {
    const booking = event.booking();
    if (!booking) return;
    const legs = booking.legs.filter(({ amount }) => !amount.isZero);
    this.unit.book({ ...booking, legs, id: booking.id ?? uuidv7(this.clock.now()) });
  }
}
