import * as fc from 'fast-check';
import {
  REFUND_FATES,
  type RefundFate,
  type RefundQuestion,
  type RefundScript,
  type RefundSending,
} from '../../support/refund-company';

/** A refund of a part of a payment, and what happens to it. */
export interface PartScript extends RefundScript {
  /** Of the price; the last part that fits is all that is left. */
  permille: number;
  /** Where the process that sends it is killed the first time. */
  death: 'before the call' | 'after the call' | null;
}

/** A payment by card and its refunds. */
export interface PaymentScript {
  minor: number;
  /** Prices in cedis are converted: the card is charged in naira. */
  currency: 'NGN' | 'GHS';
  parts: PartScript[];
}

const SENDINGS: readonly RefundSending[] = [
  'takes it and hangs up',
  'takes it and answers 500',
  'takes it and says a word that is not known',
  'takes it and names an earlier refund',
  'takes it and refuses it',
  'answers as if it had taken it',
  'answers 500',
  'hangs up',
  'refuses it',
  'answers 429',
  'answers 401',
];
const QUESTIONS: readonly RefundQuestion[] = [
  'answers 500',
  'answers 429',
  'hangs up',
  'denies it',
  'answers for another',
  'says a word that is not known',
];
/** A refusal of what the company has taken is found out only after a request without an answer, or in its statements. */
const LIE: RefundSending = 'takes it and refuses it';
const UNANSWERED: readonly (RefundSending | undefined)[] = [
  'takes it and hangs up',
  'takes it and answers 500',
  'takes it and says a word that is not known',
  'answers 500',
  'hangs up',
];

const sendings = fc
  .array(fc.constantFrom<RefundSending[]>('answers', ...SENDINGS), { maxLength: 3 })
  .map((faults) =>
    faults.map((fault, place) =>
      fault === LIE && !UNANSWERED.includes(faults[place - 1]) ? 'refuses it' : fault,
    ),
  );

const part: fc.Arbitrary<PartScript> = fc.record({
  // Of small parts the company could carry out both the request and its repeat.
  permille: fc.oneof(fc.integer({ min: 10, max: 150 }), fc.integer({ min: 150, max: 900 })),
  sendings: fc.oneof(fc.constant<RefundSending[]>([]), sendings),
  questions: fc.array(fc.constantFrom(...QUESTIONS), { maxLength: 3 }),
  fate: fc.oneof(
    fc.constant<RefundFate>('completed'),
    fc.constantFrom(...(Object.keys(REFUND_FATES) as RefundFate[])),
  ),
  settlesAfter: fc.nat(2),
  death: fc.oneof(
    { weight: 4, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom('before the call' as const, 'after the call' as const) },
  ),
});

const payment: fc.Arbitrary<PaymentScript> = fc.record({
  minor: fc.integer({ min: 10_000, max: 100_000 }),
  currency: fc.constantFrom('NGN', 'GHS'),
  parts: fc.array(part, { minLength: 1, maxLength: 5 }),
});

/** So many payments that are refunded beside each other. */
export const payments = (count: number) => fc.array(payment, { minLength: 1, maxLength: count, size: 'max' });
