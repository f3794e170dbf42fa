import { DomainEvent } from '@app/kernel';
import type { Booking } from './booking';

/** An event that moves money. It is booked in the unit of work that records it. */
export abstract class MoneyEvent<Data extends object = object> extends DomainEvent<Data> {
  /**
   * A pure function of the event. Legs sum to zero in each currency; a positive leg adds to an account, a negative one
   * takes from it. Null where nothing is booked, as in test mode.
   */
  abstract booking(): Booking | null;
}
