import { ACCOUNT_STORY } from '@app/accounts';
import { CHARGEBACK_STORY } from '@app/chargebacks';
import { CHECKOUT_STORY } from '@app/checkout';
import { DEPOSIT_STORY } from '@app/deposits';
import { ESCROW_STORY } from '@app/escrow';
import { INVOICE_STORY } from '@app/invoices';
import { NOTIFICATION_STORY } from '@app/notifications';
import { PAYOUT_STORY } from '@app/payouts';
import { PAYROLL_STORY } from '@app/payroll';
import { SUBSCRIPTION_STORY } from '@app/subscriptions';
import type { StorySource } from '@app/trail';
import { EVENT_STORY } from '@app/webhooks';

/** The parts of all libs in the story of an object. A list, because a host may import fewer libs than have one. */
export const ALL_STORIES: readonly StorySource[] = [
  ACCOUNT_STORY,
  CHECKOUT_STORY,
  DEPOSIT_STORY,
  ESCROW_STORY,
  INVOICE_STORY,
  PAYOUT_STORY,
  PAYROLL_STORY,
  CHARGEBACK_STORY,
  SUBSCRIPTION_STORY,
  EVENT_STORY,
  NOTIFICATION_STORY,
];
