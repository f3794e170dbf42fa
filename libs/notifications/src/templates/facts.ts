import type { Language } from '@app/accounts';
import { minorToJsonNumber } from '@app/kernel';
import { formatDay, formatInstant, formatMoney } from './format';
import { type TermName, textsIn } from '../locales/texts';
import type { StoredMoney } from '@app/write-path';

/** Text written by another user. Mails leave it out, because they are sent from the platform's address. */
interface Quoted {
  said: string | null;
}
interface Instant {
  at: string;
}
/** A day as `YYYY-MM-DD`. */
interface Day {
  day: string;
}
/** A value of the API with a name in each language. */
interface Term {
  term: TermName;
}
type Fact = string | number | boolean | null | StoredMoney | Quoted | Instant | Day | Term;

/** The values of a notification as the queue of mails stores them, by the name of their placeholder. */
export type Facts = Record<string, Fact>;
/** The same values as text in one language; a missing one is empty. */
export type FormattedFacts<F extends Facts = Facts> = Record<keyof F, string>;

export const quoted = (text: string | null): Quoted => ({ said: text });
export const instant = (iso: string): Instant => ({ at: iso });
export const day = (text: string): Day => ({ day: text });
export const term = (name: TermName): Term => ({ term: name });

export function formatFacts(facts: Facts, language: Language, channel: 'inbox' | 'mail'): FormattedFacts {
  const format = (fact: Fact): string => {
    if (fact === null || fact === undefined) return '';
    if (typeof fact !== 'object') return String(fact);
    if ('said' in fact) return channel === 'mail' ? '' : (fact.said ?? '');
    if ('term' in fact) return textsIn(language).terms[fact.term];
    if ('at' in fact) return formatInstant(fact.at, language);
    if ('day' in fact) return formatDay(fact.day, language);
    return formatMoney(fact, language);
  };
  return Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, format(fact)]));
}

/** The values as the API returns them: an amount is a number with its currency in another field. */
export function factsAsJson(facts: Facts): Record<string, unknown> {
  const entries = Object.entries(facts).flatMap(([name, fact]): [string, unknown][] => {
    if (typeof fact !== 'object' || fact === null) return [[name, fact]];
    if ('said' in fact) return [[name, fact.said]];
    if ('at' in fact) return [[name, fact.at]];
    if ('day' in fact) return [[name, fact.day]];
    if ('term' in fact) return [[name, fact.term]];
    const currency = name === 'amount' ? 'currency' : `${name}_currency`;
    return [
      [name, minorToJsonNumber(BigInt(fact.minor))],
      [currency, fact.currency],
    ];
  });
  return Object.fromEntries(entries);
}
