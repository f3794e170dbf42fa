import type { Currency, DomainEvent, DomainEventClass, Mode, Money, Rate } from '@app/kernel';

/** Event data as the outbox stores it, in its JSON form. */
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

/** An event as the outbox stores it. */
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
  /** Names of the handlers that succeeded in an earlier attempt in which another one failed. */
  handledBy?: readonly string[];
}

/** Whether the event is of this class; narrows its data. */
export function isEvent<E extends DomainEvent>(
  stored: StoredEvent,
  eventClass: DomainEventClass<E>,
): stored is StoredEvent<E> {
  return stored.type === eventClass.type;
}
