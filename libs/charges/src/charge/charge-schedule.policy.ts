import { addSeconds } from '@app/kernel';

/** A gateway's answer is waited for at most about 70 seconds; after that the charge has to be asked about. */
const RESPONSE_TIMEOUT_SECONDS = 90;
const FIRST_PAUSE_SECONDS = 60;
const MAX_PAUSE_SECONDS = 3600;
/** A charge that the gateway does not know by then never reached it. */
const NOT_FOUND_SECONDS = 30 * 60;

/** When to ask what became of a request whose answer may be lost. */
export const responseDeadline = (sent: Date) => addSeconds(sent, RESPONSE_TIMEOUT_SECONDS);

/** When to ask first about a charge that waits for its buyer. */
export const firstQuestionAt = (now: Date) => addSeconds(now, FIRST_PAUSE_SECONDS);

/** When to ask again about a charge without a final answer: after as long as it is old. */
export function nextQuestionAt(started: Date, now: Date): Date {
  const pause = Math.min(Math.max(ageInSeconds(started, now), FIRST_PAUSE_SECONDS), MAX_PAUSE_SECONDS);
  return addSeconds(now, pause);
}

/** Whether a gateway that does not know a charge is believed. */
export function isPastNotFound(started: Date, now: Date): boolean {
  return ageInSeconds(started, now) >= NOT_FOUND_SECONDS;
}

function ageInSeconds(started: Date, now: Date): number {
  return (now.getTime() - started.getTime()) / 1000;
}
