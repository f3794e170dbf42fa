import type { DomainEventClass } from '@app/kernel';
import type { WebhookEvent } from '@app/merchants';
import type { StoredEvent } from '@app/write-path';
import type { PoolClient } from 'pg';
import type { DataOf, Fields } from './fields';

/** An event as receivers know it. */
export interface WireEvent {
  event: WebhookEvent;
  /** The account whose apps get it. */
  receiverId: string;
  /** The one app that gets it; all of the account's unless given. */
  appId?: string;
  data: object;
}

/** A public event: what causes it, who gets it and what its data holds. */
export interface PublicEvent {
  name: WebhookEvent;
  /** Completes "Sent when …" in the documentation. */
  sentWhen: string;
  /** Types of the domain events that cause it; none where it is sent on demand. */
  causes: readonly string[];
  fields: Fields;
  /** Sent only to endpoints that name it: `*` does not ask for it. */
  onRequest: boolean;
  /** The id of the object it is about, as its data names it. */
  subjectIn(data: object): unknown;
  wireEventsOf(stored: StoredEvent, tx: PoolClient): Promise<WireEvent[]>;
}

type Stored<C extends DomainEventClass> = StoredEvent<InstanceOf<C>>;
type InstanceOf<C> = C extends DomainEventClass<infer E> ? E : never;

interface Row<F extends Fields, C extends DomainEventClass> {
  name: WebhookEvent;
  sentWhen: string;
  /** The domain event that causes it, or several that do. */
  when: C | readonly C[];
  /** The field that names the object it is about: events about the same object are numbered and sent in order. */
  subject: (keyof F & string) | ((data: DataOf<F>) => string);
  fields: F;
  /** Its data; null where this domain event is not public. */
  from(event: Stored<C>, tx: PoolClient): NoInfer<DataOf<F> | null | Promise<DataOf<F>>>;
  /** The accounts whose apps get it; the owner of the domain event unless given. */
  to?(event: Stored<C>): string[];
  onRequest?: boolean;
}

/** Makes one row of the catalogue. The compiler holds `from` to the fields, and its reads to the domain event. */
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

/** A row for an event that no domain event causes: it is sent on demand. */
export function onDemandEvent<F extends Fields>(
  row: Pick<Row<F, never>, 'name' | 'sentWhen' | 'subject' | 'fields'>,
): PublicEvent {
  const { name, sentWhen, fields, subject } = row;
  return {
    ...{ name, sentWhen, fields, causes: [], onRequest: false, subjectIn: subjectReader(subject) },
    wireEventsOf: () => Promise.resolve([]),
  };
}

function subjectReader<D>(subject: string | ((data: D) => string)): (data: object) => unknown {
  if (typeof subject === 'string') return (data) => (data as Record<string, unknown>)[subject];
  return (data) => subject(data as D);
}
