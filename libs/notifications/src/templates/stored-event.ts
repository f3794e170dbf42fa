import type { StoredEvent } from '@app/write-path';
import type { Currency, DomainEvent, Money } from '@app/kernel';

/** Money in the data of stored events and queued mails: the smallest unit as decimal text. */
export interface StoredMoney {
  minor: string;
  currency: Currency;
}

/** Event data as the outbox returns it: money as `StoredMoney`, dates as ISO 8601 text. */
export type StoredData<T> = T extends Money
  ? StoredMoney
  : T extends Date
    ? string
    : T extends object
      ? { [K in keyof T]: StoredData<T[K]> }
      : T;

/** An event of the class `E` as the outbox returns it. */
export type Stored<E extends DomainEvent> = Omit<StoredEvent, 'data'> & { data: StoredData<E['data']> };
