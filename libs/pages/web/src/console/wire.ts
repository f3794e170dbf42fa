/** The fields of answers that the console reads. */

export interface Payment {
  session_id: string;
  checkout_url: string | null;
  status: 'pending' | 'processing' | 'completed' | 'expired';
  amount: number;
  currency: string;
  amount_due: number;
  order_ref: string | null;
  description: string | null;
  customer: { email: string | null; name: string | null };
  metadata: Record<string, unknown>;
  escrow: boolean;
  escrow_fee: number | null;
  is_test: boolean;
  payment_method: string | null;
  created_at: string;
  expires_at: string;
  paid_at: string | null;
  refunded_amount: number;
  refund_status: 'none' | 'partial' | 'full';
  refunds?: Refund[];
}

export interface Refund {
  refund_id: string;
  status: 'pending' | 'completed' | 'failed';
  stage: string | null;
  amount: number;
  currency: string;
  returned_amount: number;
  returned_currency: string;
  debited_amount: number;
  method: string;
  reason: string | null;
  failure: string | null;
  created_at: string;
  completed_at: string | null;
  returned_at: string | null;
}

export interface PaymentLink {
  id: string;
  url: string;
  qr_svg?: string;
  title: string;
  description: string | null;
  amount: number | null;
  min_amount: number | null;
  max_amount: number | null;
  suggested_amounts: number[];
  currency: string;
  success_url: string | null;
  max_uses: number | null;
  uses: number;
  expires_at: string | null;
  active: boolean;
  payable: boolean;
  needs: 'kyb' | null;
  created_at: string;
}

export interface InvoiceLine {
  description: string;
  quantity: number;
  unit_price: number;
  tax_rate: number | null;
  amount: number;
  tax: number;
}

export interface Invoice {
  id: string;
  invoice_number: string;
  status: 'draft' | 'sent' | 'paid' | 'overdue' | 'void';
  payment_url: string;
  payable: boolean;
  needs: 'kyb' | null;
  client_name: string;
  client_email: string;
  currency_code: string;
  subtotal: number;
  discount: number;
  tax: number;
  total: number;
  amount_paid: number;
  amount_credited: number;
  amount_due: number;
  allow_partial: boolean;
  due_date: string | null;
  created_at: string;
  sent_at: string | null;
  paid_at: string | null;
  voided_at: string | null;
}

export interface InvoiceDetail extends Invoice {
  items: InvoiceLine[];
  discount_percent: number;
  notes: string | null;
  language: string;
  reminders: boolean;
  payments?: { session_id: string; method: string; amount: number; paid_at: string }[];
  credit_notes?: { number: string; amount: number; reason: string; kind: string; created_at: string }[];
  mails?: { type: string; recipient: string; status: string | null; created_at: string }[];
}

export interface Plan {
  plan_id: string;
  name: string;
  amount: number;
  currency: string;
  interval: 'daily' | 'weekly' | 'monthly' | 'yearly';
  interval_count: number;
  trial_days: number;
  active: boolean;
  created_at: string;
}

export interface Subscription {
  subscription_id: string;
  plan_id: string;
  customer: { email: string; name: string | null };
  billing_mode: string;
  status: 'trialing' | 'active' | 'past_due' | 'cancelled';
  amount: number;
  currency: string;
  interval: Plan['interval'];
  interval_count: number;
  current_period_start: string;
  current_period_end: string;
  next_billing_at: string | null;
  trial_end: string | null;
  cancel_at_period_end: boolean;
  cancelled_at: string | null;
  cancellation_reason: string | null;
  manage_url: string | null;
  created_at: string;
}

export interface SubscriptionInvoice {
  invoice_id: string;
  status: 'created' | 'paid' | 'failed';
  amount: number;
  currency: string;
  checkout_url: string | null;
  checkout_session_id: string | null;
  due_at: string;
  paid_at: string | null;
  last_error: string | null;
  voided_at: string | null;
}

export interface Webhook {
  id: string;
  app_id: string;
  mode: 'live' | 'test';
  url: string;
  events: string[];
  active: boolean;
  status: 'healthy' | 'failing' | 'disabled';
  disabled_for: 'failing' | 'owner' | null;
  failing_since: string | null;
  last_success_at: string | null;
  last_failure_at: string | null;
  success_rate_24h: number | null;
  attempts_24h: number;
  old_secret_expires_at: string | null;
  created_at: string;
}

export interface Delivery {
  id: string;
  event_id: string;
  event: string;
  object_id: string | null;
  status: 'pending' | 'delivered' | 'failed';
  next_attempt_at: string | null;
  created_at: string;
  attempts: {
    attempt: number;
    at: string;
    status: number | null;
    latency_ms: number;
    answer: string | null;
    error: string | null;
  }[];
}

export interface App {
  app_id: string;
  app_name: string;
  mode: 'live' | 'test';
  scopes: string[] | null;
  allowed_ips: string[];
  public_key: string;
  secret_keys: { prefix: string; last4: string; created_at: string; expires_at: string | null }[];
  created_at: string;
  revoked_at: string | null;
}

export interface Wallet {
  id: string;
  currency_code: string;
  balance: string;
  locked_balance: string;
  is_primary: number;
  gw_account_number: string | null;
  gw_bank_name: string | null;
}

export interface Transaction {
  uuid: string;
  type: string;
  direction: string;
  amount: number;
  fee: number;
  currency: string;
  status: string;
  balance_after: number;
  description: string | null;
  reference: string | null;
  counterparty: { usertag: string; name: string } | null;
  created_at: string;
}

export interface Payout {
  id: number;
  uuid: string;
  method: string;
  amount: number;
  fee: number;
  currency: string;
  payout_amount: number | null;
  payout_currency: string;
  rate: number | null;
  destination: string;
  status: 'pending' | 'processing' | 'completed' | 'failed';
  failure_reason: string | null;
  expected_by: string | null;
  created_at: string;
}

export interface PayoutAccount {
  id: number;
  type: 'bank' | 'extwallet' | 'wire';
  nickname: string | null;
  currency: string;
  country_code: string;
  bank_name: string | null;
  account_number: string | null;
  account_name: string | null;
  extwallet_email: string | null;
  verified: boolean;
  name_match: 'match' | 'near' | 'different' | null;
  settlement: string | null;
}

interface Party {
  usertag: string | null;
  name: string | null;
  email?: string | null;
}

export interface Escrow {
  role: 'initiator' | 'beneficiary';
  uuid: string;
  status: 'funded' | 'disputed' | 'released' | 'refunded' | 'resolved_split';
  initiator: Party;
  beneficiary: Party;
  amount: number;
  fee: number;
  currency: string;
  description: string | null;
  condition: string | null;
  deadline_at: string | null;
  overdue: boolean;
  checkout_session_id: string | null;
  dispute: Dispute | null;
  created_at: string;
  funded_at: string;
  released_at: string | null;
  refunded_at: string | null;
}

export interface Dispute {
  dispute_uuid: string;
  status: 'open' | 'responded' | 'resolved';
  raised_by: 'initiator' | 'beneficiary';
  reason: string;
  evidence: string | null;
  response: string | null;
  raised_at: string;
  resolve_by: string;
  resolution: string | null;
  beneficiary_amount: number | null;
  initiator_amount: number | null;
  resolution_note: string | null;
  resolved_at: string | null;
}

export interface Chargeback {
  chargeback_id: string;
  session_id: string | null;
  invoice_id: string | null;
  status: 'opened' | 'accepted' | 'contested' | 'won' | 'lost';
  amount: number;
  currency: string;
  claimed_amount: number;
  claimed_currency: string;
  debited_amount: number;
  owed_amount: number;
  reason: string | null;
  respond_by: string | null;
  comment: string | null;
  responded_at: string | null;
  opened_at: string;
  ended_at: string | null;
  files?: { file_id: string; bytes: number; created_at: string }[];
}
