import { addSeconds } from '@app/kernel';
import type { PayoutMethod } from '../money/payout.money';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long a claim lasts. A sending without an outcome by then may have been carried out. */
export const CLAIM_SECONDS = 5 * MINUTE;
/** Two answers of a provider count as confirmed when they are this far apart. */
export const RECHECK_SECONDS = 10 * MINUTE;
const FIRST_QUESTION_SECONDS = MINUTE;
/** An answer about returned money counts when it is repeated after this time. */
export const RETURN_CONFIRMED_SECONDS = HOUR;
/** Finance settles within this time. */
export const DUE_SECONDS = DAY;
/** A provider that has taken a withdrawal begins its payment within this time. */
export const START_SECONDS = HOUR;
/** Money of a held or unsent withdrawal is converted again when the rate is older than this and worse by 2 %. */
export const RATE_SECONDS = 2 * HOUR;

/** Seconds after the end at which the provider is asked again whether the end stands. */
const WATCHES: Readonly<Record<PayoutMethod, readonly number[]>> = {
  bank: [HOUR, DAY, 3 * DAY, 7 * DAY],
  extwallet: [DAY, 7 * DAY, 31 * DAY],
  mobile_money: [],
};

/** Seconds after a report of returned money at which the provider is asked to confirm it. */
const RETURN_QUESTIONS = [HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, DAY, 3 * DAY, 7 * DAY];

/** When a provider that has just taken a withdrawal is asked about it. */
export function firstQuestion(now: Date): Date {
  return addSeconds(now, FIRST_QUESTION_SECONDS);
}

/** When a provider is asked again: every 10 minutes, and hourly about payouts to wallets of more than a day ago. */
export function nextQuestion(method: PayoutMethod, createdAt: Date, now: Date): Date {
  const isOld = method === 'extwallet' && now > addSeconds(createdAt, DAY);
  return addSeconds(now, isOld ? HOUR : RECHECK_SECONDS);
}

/** When an ended withdrawal is looked at next; null: no more. */
export function nextWatch(method: PayoutMethod, endedAt: Date, now: Date): Date | null {
  return firstAfter(now, endedAt, WATCHES[method]);
}

/** The same after a look without an answer: the last look is repeated every hour for a day. */
export function nextWatchUnanswered(method: PayoutMethod, endedAt: Date, now: Date): Date | null {
  const lastWatch = addSeconds(endedAt, (WATCHES[method].at(-1) ?? 0) + DAY);
  return nextWatch(method, endedAt, now) ?? (now < lastWatch ? addSeconds(now, HOUR) : null);
}

/** When a provider is asked again to confirm that money came back; null: no more, finance has to look. */
export function nextReturnQuestion(returnedAt: Date, now: Date): Date | null {
  return firstAfter(now, returnedAt, RETURN_QUESTIONS);
}

function firstAfter(now: Date, since: Date, seconds: readonly number[]): Date | null {
  return seconds.map((after) => addSeconds(since, after)).find((at) => at > now) ?? null;
}
