import { addSeconds } from '@app/kernel';

/** How long a buyer can pay at the rate with which their payment began. */
export const RATE_SECONDS = 30 * 60;
/** How much later the gateway may report a payment that was made in time. */
const REPORT_SECONDS = 30 * 60;

interface PricedAttempt {
  /** Null where nothing was converted. */
  chargeRate: string | null;
  createdAt: Date;
}

/** Whether a payment that is reported now was not made at the rate of its time. */
export function isRateOver({ chargeRate, createdAt }: PricedAttempt, now: Date): boolean {
  return chargeRate !== null && now > addSeconds(createdAt, RATE_SECONDS + REPORT_SECONDS);
}
