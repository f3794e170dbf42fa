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
