import { addSeconds } from '@app/kernel';

const DAY_SECONDS = 86_400;
/** Hour of the day, in UTC, at which reminders are mailed. */
const REMINDER_HOUR = 8;
/** Days after the due date; negative ones are before it. */
const REMINDER_DAYS = [-3, 1, 7, 14] as const;

/** The day of an instant in UTC, `YYYY-MM-DD`. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** The instant at which a day ends in UTC. */
export function endOf(day: string): Date {
  return addSeconds(new Date(`${day}T00:00:00.000Z`), DAY_SECONDS);
}

/** Whether the day was before today (UTC); an invoice is payable in time on its due date. */
export function hasPassed(day: string | null, now: Date): boolean {
  return day !== null && day < dayOf(now);
}

/** The next reminder after `now`; null where there is none left, or no due date. */
export function nextReminder(dueDate: string | null, now: Date): Date | null {
  if (dueDate === null) return null;
  const at = new Date(`${dueDate}T00:00:00.000Z`);
  const times = REMINDER_DAYS.map((days) => addSeconds(at, days * DAY_SECONDS + REMINDER_HOUR * 3600));
  return times.find((time) => time > now) ?? null;
}
