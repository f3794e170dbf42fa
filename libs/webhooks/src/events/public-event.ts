import type { DomainEventClass } from '@app/kernel';
import type { WebhookEvent } from '@app/merchants';
import type { StoredEvent } from '@app/write-path';
import type { PoolClient } from 'pg';
import type { DataOf, Fields } from './fields';

/** An event as receivers get it. */
export interface WireEvent {
  event: WebhookEvent;
  /** The account whose apps get it. */
  receiverId: string;
  /** The only app that gets it; all of the account's by default. */
  appId?: string;
  data: object;
}

/** A public event: its cause, its receivers and its data. */
export interface PublicEvent {
  name: WebhookEvent;
  /** Completes "Sent when …" in the documentation. */
  sentWhen: string;
  /** Types of the domain events that cause it; empty when it is sent on demand. */
  causes: readonly string[];
  fields: Fields;
  /** Sent only to endpoints that name it; `*` does not include it. */
  onRequest: boolean;
  /** The id of the event's object, from its data. */
  subjectIn(data: object): unknown;
  wireEventsOf(stored: StoredEvent, tx: PoolClient): Promise<WireEvent[]>;
}

type Stored<C extends DomainEventClass> = StoredEvent<InstanceOf<C>>;
type InstanceOf<C> = C extends DomainEventClass<infer E> ? E : never;

interface Row<F extends Fields, C extends DomainEventClass> {
  name: WebhookEvent;
  sentWhen: string;
  /** The domain events that cause it. */
  when: C | readonly C[];
  /** The field with the id of the event's object; events about one object are numbered and sent in order. */
  subject: (keyof F & string) | ((data: DataOf<F>) => string);
  fields: F;
  /** Builds its data; null when this domain event is not public. */
  from(event: Stored<C>, tx: PoolClient): NoInfer<DataOf<F> | null | Promise<DataOf<F>>>;
  /** The accounts whose apps get it; the owner of the domain event by default. */
  to?(event: Stored<C>): string[];
  onRequest?: boolean;
}

/** Makes one row of the catalogue; the compiler checks `from` against the fields and the domain event. */
export function publicEvent<F extends Fields, C extends DomainEventClass>(row: Row<F, C>): PublicEvent {
  const { name, sentWhen, when, fields, onRequest = false } = row;
  return {
    name,
    sentWhen,
    causes: [when].flat().map(({ type }) => type),
    fields,
    onRequest,
    subjectIn: subjectReader(row.subject),
    async wireEventsOf(stored, tx) {
      const cause = stored as Stored<C>;
      const data = await row.from(cause, tx);
      if (!data) return [];
      const receivers = row.to?.(cause) ?? [stored.ownerId];
      return receivers.map((receiverId) => ({ event: name, receiverId, data }));
    },
  };
}

/** Makes the row of an event that is sent on demand and not by a domain event. */
export function onDemandEvent<F extends Fields>(
  row: Pick<Row<F, never>, 'name' | 'sentWhen' | 'subject' | 'fields'>,
): PublicEvent {
  const { name, sentWhen, fields, subject } = row;
  return {
    name,
    sentWhen,
    fields,
    causes: [],
    onRequest: false,
    subjectIn: subjectReader(subject),
    wireEventsOf: () => Promise.resolve([]),
  };
}

function subjectReader<D>(subject: string | ((data: D) => string)): (data: object) => unknown {
  if (typeof subject === 'string') return (data) => (data as Record<string, unknown>)[subject];
  return (data) => subject(data as D);
}
