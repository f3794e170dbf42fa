export type Mode = 'live' | 'test';

/**
 * Something that happened, in the past tense. Recorded by an aggregate or a command, committed through the
 * outbox together with the state it tells of, and heard by listeners.
 */
export abstract class DomainEvent<Data extends object = object> {
  /** Name on the outbox, e.g. `wallet.funds-transferred`. Set by each event class. */
  static readonly type: string;

  constructor(
    /** The object the event belongs to; events of one object keep their order. */
    readonly aggregateId: string,
    /** The account whose event it is: receivers are chosen by it. */
    readonly ownerId: string,
    readonly mode: Mode,
    readonly data: Data,
  ) {}

  get type(): string {
    return (this.constructor as typeof DomainEvent).type;
  }

  get aggregateType(): string {
    return this.type.slice(0, this.type.indexOf('.'));
  }
}

export type DomainEventClass<E extends DomainEvent = DomainEvent> = {
  readonly type: string;
  new (...args: never[]): E;
};
