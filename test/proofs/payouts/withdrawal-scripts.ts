import * as fc from 'fast-check';
import { type Fate, FATES, type PayoutScript, type SendingFault } from '../../support/payout-company';

/** An event that the company sends after so many passes of the scheduler; 0 is before the withdrawal is sent. */
export interface EventScript {
  pass: number;
  says: 'SUCCESSFUL' | 'FAILED';
  isForged: boolean;
  copies: number;
}

/** One withdrawal, and what happens to it. */
export interface WithdrawalScript extends PayoutScript {
  method: 'bank' | 'extwallet' | 'extwallet in naira';
  minor: number;
  events: EventScript[];
  /** Where the process that sends it is killed the first time. */
  death: 'before the call' | 'after the call' | null;
}

/** What both companies do to a request to pay. */
const SENDINGS: readonly SendingFault[] = [
  'answers',
  'takes it and hangs up',
  'takes it and answers 500',
  'takes it and answers with another reference',
  'answers 500',
  'hangs up',
  'answers as if it had taken it',
  'refuses it',
  'answers 429',
  'answers 401',
];
/** Costs a second of real time. */
const LATE: SendingFault = 'takes it and answers too late';
/** A wallet company that refuses what it has taken can only be found out by its balance. */
const OF_BANKS: SendingFault = 'takes it and refuses it';

const fates = Object.keys(FATES) as Fate[];

const sending = (method: WithdrawalScript['method']) =>
  fc.oneof(
    { weight: 50, arbitrary: fc.constant<SendingFault>('answers') },
    { weight: 48, arbitrary: fc.constantFrom(...SENDINGS, ...(method === 'bank' ? [OF_BANKS] : [])) },
    { weight: 2, arbitrary: fc.constant(LATE) },
  );

const event: fc.Arbitrary<EventScript> = fc.record({
  pass: fc.nat(6),
  says: fc.constantFrom('SUCCESSFUL', 'FAILED'),
  isForged: fc.boolean(),
  copies: fc.integer({ min: 1, max: 3 }),
});

const withdrawal: fc.Arbitrary<WithdrawalScript> = fc
  .constantFrom<WithdrawalScript['method'][]>('bank', 'extwallet', 'extwallet in naira')
  .chain((method) =>
    fc.record({
      method: fc.constant(method),
      // Naira are paid out in dollars, and must come to some.
      minor: fc
        .integer({ min: 1_000, max: 40_000 })
        .map((minor) => (method === 'extwallet in naira' ? minor * 100 : minor)),
      sendings: fc.array(sending(method), { maxLength: 3 }),
      questions: fc.array(
        fc.constantFrom('answers 500', 'hangs up', 'denies it', 'answers for another', 'talks nonsense'),
        { maxLength: 3 },
      ),
      fate: fc.oneof(fc.constant<Fate>('delivered'), fc.constantFrom(...fates)),
      settlesAfter: fc.nat(2),
      events: fc.array(event, { maxLength: 2 }),
      death: fc.oneof(
        { weight: 4, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.constantFrom('before the call' as const, 'after the call' as const) },
      ),
    }),
  );

/** So many withdrawals that run beside each other. */
export const withdrawals = (count: number) =>
  fc.array(withdrawal, { minLength: 1, maxLength: count, size: 'max' });
