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
  customer: { email: string | null; name: string | null } | null;
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
