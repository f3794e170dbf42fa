import { addSeconds } from '@app/kernel';
import type { RateQuote } from '../sources/rate-source.port';

/** Of rates whose source names no end of its own. */
const USUAL_SECONDS = 2 * 3600;
/** Whatever a source names: longer than a long weekend of daily rates. */
const MAX_SECONDS = 5 * 24 * 3600;

/** Until when rates may be converted at: as their source says, two hours where it says nothing, never above five days. */
export function validUntilOf({ asOf, validUntil }: Pick<RateQuote, 'asOf' | 'validUntil'>): Date {
  const until = validUntil ?? addSeconds(asOf, USUAL_SECONDS);
  const latest = addSeconds(asOf, MAX_SECONDS);
  return until > latest ? latest : until;
}

/** Rates from before this time are not valid any more. */
export function oldestValid(now: Date): Date {
  return addSeconds(now, -MAX_SECONDS);
}
