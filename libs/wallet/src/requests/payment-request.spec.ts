import { addSeconds, Money } from '@app/kernel';
import { PaymentRequest } from './payment-request.aggregate';
import { REQUEST_STATUSES, requestStates, type RequestVerb } from './payment-request.states';

const VERBS: RequestVerb[] = ['pay', 'decline', 'cancel', 'expire'];
const NOW = new Date('2026-11-21T08:00:00.000Z');
const END = new Date('2026-11-28T08:00:00.000Z');
const JUST_BEFORE = new Date(END.getTime() - 1);
const amount = new Money(250_050n, 'NGN');
const TRANSACTION = '01a1fbac-7ec7-753f-a9b6-e5600ab78d60';

function asked(): PaymentRequest {
  const given = { id: '7', askerId: 'asker', askedId: 'asked', note: 'Lunch' };
  return PaymentRequest.make(given, amount, 'ada', NOW);
}

const answers: [verb: string, status: string, answer: (request: PaymentRequest, now: Date) => void][] = [
  ['pay', 'paid', (request, now) => request.pay(TRANSACTION, now)],
  ['decline', 'declined', (request, now) => request.decline('ben', now)],
  ['cancel', 'cancelled', (request, now) => request.cancel(now)],
];

describe('the states of a payment request', () => {
  const rows: Record<string, string> = {
    pay: 'paid',
    decline: 'declined',
    cancel: 'cancelled',
    expire: 'expired',
  };

  it.each(REQUEST_STATUSES.flatMap((from) => VERBS.map((verb) => [from, verb] as const)))(
    'change from %s by %s only if the request is pending',
    (from, verb) => {
      if (from === 'pending') expect(requestStates.next(from, verb)).toBe(rows[verb]);
      else expect(() => requestStates.next(from, verb)).toThrow(`${from} payment request cannot ${verb}.`);
    },
  );
});

describe('a payment request', () => {
  it('is pending for seven days, and records an event for the asked account', () => {
    const request = asked();
    expect(request).toMatchObject({ status: 'pending', expiresAt: END, closedAt: null, transactionId: null });
    expect(request.getUncommittedEvents()).toMatchObject([
      {
        type: 'payment-request.made',
        aggregateId: '7',
        ownerId: 'asker',
        mode: 'live',
        data: { requestId: '7', asker: 'ada', askedId: 'asked', amount, note: 'Lunch' },
      },
    ]);
  });

  it('expires by time alone, at the instant itself and not a millisecond before', () => {
    const request = asked();
    expect([request.statusAt(JUST_BEFORE), request.statusAt(END)]).toEqual(['pending', 'expired']);
    expect(request.status).toBe('pending');
  });

  it.each(answers)('%s: until the last millisecond, and no longer', (_, status, answer) => {
    const [inTime, late] = [asked(), asked()];
    answer(inTime, JUST_BEFORE);
    expect(inTime).toMatchObject({ status, closedAt: JUST_BEFORE });
    expect(inTime.statusAt(addSeconds(END, 1))).toBe(status);
    late.uncommit();
    expect(() => answer(late, END)).toThrow(
      expect.objectContaining({ code: 'INVALID_STATE', message: 'This payment request has expired.' }),
    );
    expect([late.status, late.getUncommittedEvents()]).toEqual(['pending', []]);
  });

  it.each(answers.flatMap(([first, status, one]) => answers.map(([, , two]) => [first, status, one, two])))(
    'cannot change again after %s (%s)',
    (_, status, one, two) => {
      const request = asked();
      (one as (typeof answers)[0][2])(request, NOW);
      const before = { ...request };
      request.uncommit();
      expect(() => (two as (typeof answers)[0][2])(request, NOW)).toThrow(
        expect.objectContaining({ message: `This payment request is ${status as string} already.` }),
      );
      expect({ ...request }).toEqual(before);
      expect(request.getUncommittedEvents()).toEqual([]);
    },
  );

  it('keeps the transfer that paid it, and records no event besides that of the transfer', () => {
    const request = asked();
    request.uncommit();
    request.pay(TRANSACTION, NOW);
    expect([request.transactionId, request.getUncommittedEvents()]).toEqual([TRANSACTION, []]);
  });

  it('records an event when it is declined, and none when it is cancelled', () => {
    const [declined, cancelled] = [asked(), asked()];
    for (const request of [declined, cancelled]) request.uncommit();
    declined.decline('ben', NOW);
    cancelled.cancel(NOW);
    expect(declined.getUncommittedEvents()).toMatchObject([
      {
        type: 'payment-request.declined',
        ownerId: 'asker',
        data: { requestId: '7', asked: 'ben', amount },
      },
    ]);
    expect(cancelled.getUncommittedEvents()).toEqual([]);
  });
});
