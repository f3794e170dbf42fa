import type { Language, MailPreference } from '@app/accounts';
import type { StoredEvent } from '@app/write-path';
import { minorToJsonNumber } from '@app/kernel';
import type { PoolClient } from 'pg';
import { type StoredMoney, writtenMoney, writtenTime } from './written';

/** Whom a notice goes to: somebody with an account, or an address of somebody who need not have one. */
export type Addressee = { ownerId: string } | { email: string };

/** What a notice tells of, as it is stored. Texts that others chose are `said`; they are kept out of mails. */
export type Facts = Record<string, string | number | boolean | null | StoredMoney | Said | Moment>;
export interface Said {
  said: string | null;
}
export interface Moment {
  at: string;
}

/** The same facts, written out in the reader's language; what is not there is empty. */
export type Words = Record<string, string>;

export interface NoticeText {
  title: string;
  body: string;
  /** A small table below, for mails. */
  rows?: [label: string, value: string][];
}

/** One thing people are told: of which event, whom, where, and in what words. */
export interface Notice {
  /** Name on the wire. */
  type: string;
  /** Stored type of the event. */
  when: string;
  /** Told of test mode too; what moves no money is left out otherwise. */
  inTestMode?: boolean;
  to(event: StoredEvent, tx: PoolClient): Addressee[] | Promise<Addressee[]>;
  facts(event: StoredEvent, tx: PoolClient): Facts | Promise<Facts>;
  /** Whether it stands among the notifications. */
  inbox: boolean;
  /** `essential` comes whatever somebody prefers; a preference switches the rest. */
  mail: 'none' | 'essential' | MailPreference;
  /** Mailed before the address is proved, too. */
  toUnproved?: boolean;
  /** What the mail carries besides, made when it is sent: code or link, from the id among the facts. */
  secret?: 'email-code' | 'password-reset' | 'escrow-portal';
  /** After which the mail makes no sense; ISO 8601. */
  expiresAt?(event: StoredEvent): string;
  text: Record<Language, (f: Words) => NoticeText>;
}

/** Facts as words. In a mail nobody else's words are passed on: a stranger's note would come from our address. */
export function wordsOf(facts: Facts, language: Language, place: 'inbox' | 'mail'): Words {
  const write = (fact: Facts[string]): string => {
    if (fact === null || fact === undefined) return '';
    if (typeof fact !== 'object') return String(fact);
    if ('said' in fact) return place === 'mail' ? '' : (fact.said ?? '');
    if ('at' in fact) return writtenTime(fact.at, language);
    return writtenMoney(fact, language);
  };
  return Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, write(fact)]));
}

/** Facts as programs read them: an amount is a number, with its currency beside it. */
export function dataOf(facts: Facts): Record<string, unknown> {
  const entries = Object.entries(facts).flatMap(([name, fact]): [string, unknown][] => {
    if (typeof fact !== 'object' || fact === null) return [[name, fact]];
    if ('said' in fact) return [[name, fact.said]];
    if ('at' in fact) return [[name, fact.at]];
    const currency = name === 'amount' ? 'currency' : `${name}_currency`;
    return [
      [name, minorToJsonNumber(BigInt(fact.minor))],
      [currency, fact.currency],
    ];
  });
  return Object.fromEntries(entries);
}
