import type { StoredEvent } from '@app/write-path';
import { ACCOUNT_TEMPLATES } from './account.templates';
import { BRAND_TEMPLATES } from './brand.templates';
import { CHECKOUT_TEMPLATES } from './checkout.templates';
import { DEPOSIT_TEMPLATES } from './deposit.templates';
import { ESCROW_TEMPLATES } from './escrow.templates';
import { FX_TEMPLATES } from './fx.templates';
import { INVOICE_TEMPLATES } from './invoice.templates';
import { KYC_TEMPLATES } from './kyc.templates';
import { KYB_TEMPLATES } from './kyb.templates';
import { LEDGER_TEMPLATES } from './ledger.templates';
import type { NotificationTemplate } from './notification-template';
import { PAYOUT_TEMPLATES } from './payout.templates';
import { CHARGEBACK_TEMPLATES } from './chargeback.templates';
import { REFUND_TEMPLATES } from './refund.templates';
import { PAYROLL_TEMPLATES } from './payroll.templates';
import { SUBSCRIBER_TEMPLATES } from './subscriber.templates';
import { SUBSCRIPTION_TEMPLATES } from './subscription.templates';
import { TEAM_TEMPLATES } from './team.templates';
import { WALLET_TEMPLATES } from './wallet.templates';
import { WEBHOOK_TEMPLATES } from './webhook.templates';

/** All notifications. An event without a template causes none. */
export const TEMPLATES: readonly NotificationTemplate[] = [
  ...WALLET_TEMPLATES,
  ...DEPOSIT_TEMPLATES,
  ...LEDGER_TEMPLATES,
  ...CHECKOUT_TEMPLATES,
  ...INVOICE_TEMPLATES,
  ...SUBSCRIBER_TEMPLATES,
  ...PAYOUT_TEMPLATES,
  ...REFUND_TEMPLATES,
  ...CHARGEBACK_TEMPLATES,
  ...PAYROLL_TEMPLATES,
  ...SUBSCRIPTION_TEMPLATES,
  ...ESCROW_TEMPLATES,
  ...FX_TEMPLATES,
  ...WEBHOOK_TEMPLATES,
  ...KYC_TEMPLATES,
  ...ACCOUNT_TEMPLATES,
  ...TEAM_TEMPLATES,
  ...KYB_TEMPLATES,
  ...BRAND_TEMPLATES,
];

const BY_EVENT = new Map<string, NotificationTemplate[]>();
for (const template of TEMPLATES)
  BY_EVENT.set(template.eventType, [...(BY_EVENT.get(template.eventType) ?? []), template]);
const BY_TYPE = new Map<string, NotificationTemplate>(TEMPLATES.map((template) => [template.type, template]));

export function templatesOf({ type, mode }: StoredEvent): readonly NotificationTemplate[] {
  const templates = BY_EVENT.get(type) ?? [];
  return mode === 'live' ? templates : templates.filter(({ inTestMode }) => inTestMode);
}

/** Undefined where this version has no such template: a newer one may have queued the mail. */
export function templateOfType(type: string): NotificationTemplate | undefined {
  return BY_TYPE.get(type);
}
