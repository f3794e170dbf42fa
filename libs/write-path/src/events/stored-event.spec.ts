import { toJson } from '@app/database';
import { type Currency, DomainEvent, Money, Rate } from '@app/kernel';
import { isEvent, type Stored, type StoredEvent } from './stored-event';

interface Facts {
  amount: Money;
  fee: Money | null;
  rate: Rate;
  count: bigint;
  at: Date;
  note?: string;
  parts: { id: string; share: Money }[];
  supplied: object;
}

class Happened extends DomainEvent<Facts> {
  static override readonly type = 'thing.happened';
}

class Renamed extends DomainEvent<{ name: string }> {
  static override readonly type = 'thing.renamed';
}

const facts: Facts = {
  amount: new Money(150n, 'NGN'),
  fee: null,
  rate: Rate.parse('1.5'),
  count: 2n ** 60n,
  at: new Date('2026-11-22T10:00:00.000Z'),
  parts: [{ id: 'a', share: new Money(75n, 'USD') }],
  supplied: { cart: 'A-1' },
};

const stored: Stored<Facts> = {
  amount: { minor: '150', currency: 'NGN' },
  fee: null,
  rate: { numerator: '15', denominator: '10' },
  count: '1152921504606846976',
  at: '2026-11-22T10:00:00.000Z',
  parts: [{ id: 'a', share: { minor: '75', currency: 'USD' } }],
  supplied: { cart: 'A-1' },
};

const event = {
  id: 'event-1',
  type: Happened.type,
  aggregateType: 'thing',
  aggregateId: 'thing-1',
  ownerId: 'owner-1',
  mode: 'live',
  data: stored,
  correlationId: 'request-1',
  createdAt: new Date(),
} satisfies StoredEvent;

describe('stored event data', () => {
  it('has the types of its JSON form', () => {
    expect(JSON.parse(toJson(facts))).toEqual(stored);
  });

  it('has a type once its class is known', () => {
    const one: StoredEvent = event;
    expect(isEvent(one, Renamed)).toBe(false);
    if (!isEvent(one, Happened)) throw new Error('another event');
    const currency: Currency | undefined = one.data.fee?.currency;
    const note: string | undefined = one.data.note;
    // @ts-expect-error The event has no such field.
    expect([currency, note, one.data.total]).toEqual([undefined, undefined, undefined]);
    expect(one.data.parts[0]!.share.minor).toBe('75');
  });
});
