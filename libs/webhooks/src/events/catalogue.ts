import type { WebhookEvent } from '@app/merchants';
import {
  amount,
  choice,
  code,
  currency,
  type DataOf,
  date,
  type Fields,
  flag,
  integer,
  metadata,
  minorAmount,
  nullable,
  object,
  sometimes,
  text,
  time,
  uuid,
} from './fields';

/** A public event: when it is sent and what its data holds. */
export interface CatalogueEntry<F extends Fields = Fields> {
  /** Completes "Sent when …". */
  when: string;
  fields: F;
  /** Sent only to endpoints that name it: `*` does not ask for it. */
  onRequest: boolean;
  /** Not sent yet: what will cause it is still to be built. */
  planned: boolean;
}

const event = <F extends Fields>(
  when: string,
  fields: F,
  { onRequest = false, planned = false } = {},
): CatalogueEntry<F> => ({ when, fields, onRequest, planned });

const planned = <F extends Fields>(when: string, fields: F, { onRequest = false } = {}): CatalogueEntry<F> =>
  event(when, fields, { onRequest, planned: true });

const BILLING_MODES = ['invoice', 'wallet_auto', 'card_token'] as const;
const METHODS = ['bank', 'extwallet', 'mobile_money'] as const;
const DOCUMENTS = [
  ...['passport', 'national_id', 'drivers_license'],
  ...['selfie', 'address_proof', 'business_registration'],
] as const;

const subscriptionId = code('sub_test_', 'the subscription');
const planId = code('plan_test_', 'the plan');

const payment = {
  session_id: code('cs_test_', 'the checkout session, as its creation answered it'),
  order_ref: nullable(text('order-1001', 'your reference, as supplied')),
};
const paymentTerms = {
  amount: amount(2500.5, 'the face amount, in the session’s currency whatever the buyer paid in'),
  currency: currency('of the session'),
  gateway: text('card', 'who processed it; `wallet` or `extwallet` for payments from a wallet'),
  customer_email: nullable(text('ada@example.com', 'as supplied or given on the page')),
  escrow: flag(false, 'whether the money is held until the buyer releases it'),
  is_test: flag(false, 'true in test mode, which moves no money'),
  metadata: metadata(),
};
const paymentOrigin = {
  is_public: sometimes(flag(true, 'true where a public key made the session: then compare amount and order')),
  subscription_id: sometimes(code('sub_test_', 'where a billing cycle made the session')),
  subscription_invoice_id: sometimes(code('inv_test_', 'where a billing cycle made the session')),
};

const withdrawal = {
  transaction_id: uuid('the withdrawal, as its initiation answered it'),
  amount: amount(50000, 'what was withdrawn, without the fee'),
  fee: amount(500, 'charged on top'),
  currency: currency('of the wallet'),
  method: choice(METHODS, 'where it went'),
};

const escrow = {
  uuid: uuid('the escrow'),
  amount: amount(120000, 'what is held for the beneficiary'),
  fee: amount(1800, 'paid on top by the initiator'),
  currency: currency('of the escrow'),
  initiator: nullable(
    text('ada', 'user tag of whoever pays, else e-mail address; null where neither is known'),
  ),
  beneficiary: text('demo_merchant', 'user tag of whoever is to get it'),
  checkout_session_id: nullable(code('cs_test_', 'where it comes from a checkout session')),
  is_test: flag(false, 'true in test mode'),
};

const document = {
  user_id: uuid('whose document it is'),
  tier: integer(1, 'the level it was handed in for'),
  doc_type: choice(DOCUMENTS, 'what it is'),
  level: integer(1, 'the level the account has now'),
};

const subscriptionInvoice = {
  invoice_id: code('inv_test_', 'the invoice of one cycle'),
  subscription_id: subscriptionId,
  plan_id: planId,
  amount: amount(5000, 'the price of the cycle'),
  currency: currency('of the plan'),
  billing_mode: choice(BILLING_MODES, 'how it is collected'),
  customer_email: text('ada@example.com', 'the subscriber'),
  checkout_session_id: nullable(code('cs_test_', 'null where it is collected silently')),
  due_at: time('when it fell due'),
};
const unpaid = nullable(time('null until it is paid'));

/** Every event the service sends. The page docs/events.md and the samples of `trigger` are made from this. */
export const CATALOGUE = {
  'payment.success': event('a checkout session is paid and completed', {
    ...payment,
    status: choice(['success'], 'matches the event'),
    ...paymentTerms,
    paid_at: time('when it was paid'),
    paid_by_email: sometimes(text('ada@example.com', 'who paid, where it was from a wallet')),
    ...paymentOrigin,
  }),

  'payment.failed': event('an attempt to pay a session is declined or abandoned', {
    ...payment,
    status: choice(['failed'], 'matches the event'),
    ...paymentTerms,
    gateway_status: text(
      'declined',
      'how the attempt ended: `declined`, `abandoned`, `rejected` (the gateway refused the request), `not_found` ' +
        '(it never arrived) or `amount_mismatch` (another amount was taken, and set aside)',
    ),
    ...paymentOrigin,
  }),

  'checkout.completed': event('a session made through `session.php` is paid, beside payment.success', {
    session: object(
      {
        id: integer(4821093, 'the session’s number'),
        session_token: text('7Hq2mX9aRt4KcV1bZp', 'as its creation answered it'),
        amount: minorAmount(250050, 'the face amount'),
        currency_code: currency('of the session'),
        customer_email: nullable(text('ada@example.com', 'as supplied')),
        customer_name: nullable(text('Ada Buyer', 'as supplied')),
        status: choice(['completed'], 'matches the event'),
        paid_at: time('when it was paid'),
        metadata: metadata(),
      },
      'the session',
    ),
  }),

  'deposit.confirmed': event('a deposit is credited to the wallet, by whatever gateway', {
    transaction_id: uuid('the transaction in the history'),
    tx_ref: text('dep_7Hq2mX9aRt4KcV1bZp', 'as its initiation answered it'),
    amount: amount(1000, 'what was credited'),
    currency: currency('of the wallet'),
    gateway: text('card', 'who collected it'),
    wallet_id: uuid('the wallet'),
    new_balance: amount(12500.5, 'its balance right after'),
  }),

  'transfer.received': event('a transfer from another user is credited, or a row of a payroll', {
    transaction_id: uuid('the transaction in both histories'),
    amount: amount(1540, 'what was credited'),
    currency: currency('of the wallet it was credited to'),
    sent_amount: amount(1540, 'what was sent, without the fee'),
    sent_currency: currency('it was sent in'),
    from: text('ada', 'the sender’s user tag'),
  }),

  'payout.completed': planned('a withdrawal is delivered: once, on settlement, not when it is queued', {
    ...withdrawal,
    status: choice(['completed'], 'matches the event'),
  }),

  'payout.failed': planned('a withdrawal fails; amount and fee are back in the wallet', {
    ...withdrawal,
    status: choice(['failed'], 'matches the event'),
    reason: text('The account is closed.', 'why'),
  }),

  'transfer.completed': planned(
    'a withdrawal is delivered, beside payout.completed',
    {
      reference: uuid('the withdrawal, transaction_id of payout.completed'),
      amount: minorAmount(5000000, 'what was withdrawn, without the fee'),
      currency: currency('of the wallet'),
      status: choice(['completed'], 'matches the event'),
      bank_name: nullable(text('Demo Bank', 'null where it went to no bank')),
      account: text('******6789', 'where it went, masked to the last four characters'),
    },
    { onRequest: true },
  ),

  'escrow.funded': event('an escrow is created, or a checkout session paid into one: its funds are locked', {
    ...escrow,
    status: choice(['funded'], 'of the escrow'),
  }),

  'escrow.released': event('the initiator releases the funds to the beneficiary', {
    ...escrow,
    status: choice(['released'], 'of the escrow'),
  }),

  'escrow.disputed': event('either party raises a dispute', {
    ...escrow,
    status: choice(['disputed'], 'of the escrow'),
    dispute: object(
      {
        dispute_uuid: uuid('the dispute'),
        status: choice(['open'], 'of the dispute'),
        raised_by: choice(['initiator', 'beneficiary'], 'who raised it'),
        reason: text('The goods never came.', 'in their words'),
        evidence: nullable(
          text('https://files.example.com/photo.jpg', 'an https address or text, as given; we never open it'),
        ),
        resolve_by: time('when it is to be resolved at the latest: 48 hours after it was raised'),
      },
      'what it is about',
    ),
  }),

  'escrow.resolved': event('staff resolve a dispute', {
    ...escrow,
    status: choice(['released', 'refunded', 'resolved_split'], 'of the escrow'),
    resolution: choice(['release', 'refund', 'split'], 'what was decided'),
    beneficiary_amount: amount(120000, 'what the beneficiary got'),
    initiator_amount: amount(0, 'what went back to the initiator; the fee is in it where all was refunded'),
  }),

  'kyc.approved': planned('a KYC document is approved', document),

  'kyc.rejected': planned('a KYC document is rejected', {
    ...document,
    reason: sometimes(text('The photo is blurred.', 'where one was given')),
  }),

  'invoice.paid': planned('an invoice is paid through its checkout link', {
    invoice_number: text('INV-2026-000042', 'as on the invoice'),
    client_email: text('client@example.com', 'whom it was sent to'),
    amount: amount(75000, 'what was paid'),
    currency_code: currency('of the invoice'),
    paid_at: time('when it was paid'),
  }),

  'invoice.overdue': planned('an invoice passes its due date unpaid, once', {
    invoice_number: text('INV-2026-000042', 'as on the invoice'),
    client_email: text('client@example.com', 'whom it was sent to'),
    amount: amount(75000, 'the total'),
    amount_due: amount(25000, 'what is still to be paid'),
    currency_code: currency('of the invoice'),
    due_date: date('2026-11-20', 'the day it was due'),
  }),

  'payroll.completed': event('a payroll batch is fully processed', {
    batch_id: uuid('the batch'),
    batch_name: nullable(text('November', 'as given')),
    total: amount(900000, 'what all recipients got'),
    total_amount: amount(900000, 'the same as `total`'),
    count: integer(12, 'how many were paid'),
    recipient_count: integer(12, 'the same as `count`'),
    currency_code: currency('of the batch'),
    completed_at: time('when it was processed'),
  }),

  'subscription.created': planned('somebody subscribes to a plan', {
    subscription_id: subscriptionId,
    plan_id: planId,
    customer: object(
      {
        email: text('ada@example.com', 'the subscriber'),
        name: nullable(text('Ada Buyer', 'as given')),
      },
      'who subscribed',
    ),
    billing_mode: choice(BILLING_MODES, 'how cycles are collected'),
    status: choice(['active', 'trialing', 'past_due'], 'of the subscription'),
    amount: amount(5000, 'the price of a cycle'),
    currency: currency('of the plan'),
    interval: choice(['monthly', 'daily', 'weekly', 'yearly'], 'the length of a cycle'),
    next_billing_at: nullable(time('when the next cycle is billed')),
    trial_end: nullable(time('null without a trial')),
  }),

  'subscription.cancelled': planned('a subscription has ended', {
    subscription_id: subscriptionId,
    reason: choice(
      ['cancel_at_period_end', 'payment_failed', 'customer_cancelled'],
      '`customer_cancelled` only where the customer ended it at once',
    ),
  }),

  'subscription.resumed': planned('a scheduled cancellation is undone', { subscription_id: subscriptionId }),

  'subscription.cancel_scheduled': planned('the customer chose to cancel at the end of the period', {
    subscription_id: subscriptionId,
    cancelled_by: text('customer', 'who chose it'),
    ends_at: time('when it will end'),
  }),

  'subscription.autopay_stopped': planned('the customer turned automatic payment from their wallet off', {
    subscription_id: subscriptionId,
    billing_mode: choice(['invoice'], 'how cycles are collected from now on'),
  }),

  'subscription.wallet_authorized': planned(
    'the customer paid a first invoice from their wallet with their PIN',
    {
      subscription_id: subscriptionId,
      authorized_at: time('when'),
    },
  ),

  'subscription_invoice.created': planned('the invoice of a cycle is made', {
    ...subscriptionInvoice,
    status: choice(['created'], 'matches the event'),
    paid_at: unpaid,
  }),

  'subscription_invoice.paid': planned('the invoice of a cycle is paid, in whatever billing mode', {
    ...subscriptionInvoice,
    status: choice(['paid'], 'matches the event'),
    paid_at: time('when it was paid'),
  }),

  'subscription_invoice.payment_failed': planned(
    'an attempt to collect fails, or an invoice expires unpaid',
    {
      ...subscriptionInvoice,
      status: choice(['failed'], 'matches the event'),
      paid_at: unpaid,
      attempt: integer(1, 'which attempt this was'),
      max_attempts: integer(4, '4 in silent modes, 3 in invoice mode'),
      will_retry: flag(true, 'whether another attempt follows'),
      next_retry_at: nullable(time('when; null where none follows')),
      subscription_status: choice(['past_due', 'cancelled'], 'where the subscription stands now'),
      reason: text('insufficient_funds', 'why'),
    },
  ),

  'subscription_card.attached': planned('a card is saved for a subscription', {
    subscription_id: subscriptionId,
    card_brand: text('visa', 'the brand'),
    card_last4: text('4242', 'its last four digits'),
  }),

  'test.ping': event('you ask for it with `section=webhooks&action=test`', {
    webhook_id: uuid('the endpoint'),
    app_id: uuid('its app'),
    message: text('This is a test event.', 'a greeting'),
  }),
} satisfies Record<WebhookEvent, CatalogueEntry>;

/** The data of one kind of event. */
export type EventData<E extends WebhookEvent> = DataOf<(typeof CATALOGUE)[E]['fields']>;

/** The entry of an event by its name, for those who look one up. */
export function catalogueEntry(name: WebhookEvent): CatalogueEntry {
  return CATALOGUE[name];
}
