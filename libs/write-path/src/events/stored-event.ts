import type { Currency, DomainEvent, DomainEventClass, Mode, Money, Rate } from '@app/kernel';

/** Data as the outbox keeps it: what `toJson` makes of it, read back. */
export type Stored<T> = T extends Money
  ? StoredMoney
  : T extends Rate
    ? { numerator: string; denominator: string }
    : T extends bigint | Date
      ? string
      : T extends object
        ? keyof T extends never
          ? T
          : { [K in keyof T]: Stored<T[K]> }
        : T;

/** Money in stored data: smallest units as decimal text. */
export interface StoredMoney {
  minor: string;
  currency: Currency;
}

/** An event as the outbox keeps it. */
export interface StoredEvent<E extends DomainEvent = DomainEvent> {
  id: string;
  type: string;
  aggregateType: string;
  aggregateId: string;
  ownerId: string;
  mode: Mode;
  data: Stored<E['data']>;
  correlationId: string;
  createdAt: Date;
  /** Names of the handlers that have handled it in an earlier try, in which another one failed. */
  handledBy?: readonly string[];
}

/** Whether it is an event of this class; its data is typed then. */
export function isEvent<E extends DomainEvent>(
  stored: StoredEvent,
  eventClass: DomainEventClass<E>,
): stored is StoredEvent<E> {
  return stored.type === eventClass.type;
}
