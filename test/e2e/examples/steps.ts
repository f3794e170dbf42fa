import { ACCOUNT_STEPS } from './account-steps';
import { CHECKOUT_STEPS } from './checkout-steps';
import { MONEY_STEPS } from './money-steps';
import { STAFF_STEPS } from './staff-steps';
import { TEAM_STEPS } from './team-steps';
import { WEBHOOK_STEPS } from './webhook-steps';
import type { Stage } from './stage';

/** Makes what a reference of examples.json names, and returns the value that the request carries. */
export type Step = (stage: Stage) => Promise<unknown>;

/** By the name of the reference. */
export const STEPS: Readonly<Record<string, Step>> = {
  ...ACCOUNT_STEPS,
  ...CHECKOUT_STEPS,
  ...MONEY_STEPS,
  ...STAFF_STEPS,
  ...TEAM_STEPS,
  ...WEBHOOK_STEPS,
};
