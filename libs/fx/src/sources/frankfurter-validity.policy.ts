import { addSeconds } from '@app/kernel';

const DAY_SECONDS = 24 * 3600;
/** Central banks publish until about 16:00 CET; two hours are added. */
const REPLACED_BY_SECONDS = 17 * 3600;

/** Rates of `date` are valid until those of the next working day must be there: at 17:00 UTC of that day. */
export function frankfurterValidUntil(date: string): Date {
  let next = addSeconds(new Date(`${date}T00:00:00Z`), DAY_SECONDS);
  while ([0, 6].includes(next.getUTCDay())) next = addSeconds(next, DAY_SECONDS);
  return addSeconds(next, REPLACED_BY_SECONDS);
}
