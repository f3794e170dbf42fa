/** What the server tells of a session: `public-status`, which also stands in the page itself. */
export interface SessionStatus {
  session_id: string;
  status: 'pending' | 'processing' | 'completed' | 'expired';
  amount: number;
  currency: string;
  /** What the buyer pays: the amount, and the escrow's fee where it is held in one. */
  amount_due: number;
  escrow: { fee: number; condition: string | null; deadline_days: number | null } | null;
  description: string | null;
  merchant: { name: string };
  payment_methods: Method[];
  is_test: boolean;
  expires_at: string;
  paid_at: string | null;
  auth_mode: 'pin' | 'otp' | 'redirect' | null;
  gw_ref: string | null;
  redirect_url: string | null;
  failure: string | null;
  payment: Payment | null;
  return_url: string | null;
  /** Another text whenever something else would be shown. */
  revision: string;
}

export type Method = 'card' | 'wallet' | 'bank_transfer' | 'ussd' | 'mobile_money' | 'extwallet';

export interface Payment {
  method: Method;
  state: 'waiting' | 'confirming' | 'successful' | 'failed' | 'cancelled' | 'set_aside' | 'refunded';
  amount: number;
  currency: string;
  expires_at: string | null;
  instructions: Instructions | null;
  /** Simulated companies only: a page to play the buyer's part on. */
  simulate_url?: string;
  failure: string | null;
}

export interface Instructions {
  account_number?: string;
  bank_name?: string;
  note?: string | null;
  ussd_code?: string;
  phone?: string;
  network?: string;
}

export interface Sum {
  amount: number;
  currency: string;
}

/** What the page starts from, beside the session's status. */
export interface PageStart {
  session: SessionStatus;
  /** The server's time, for countdowns on clocks that are wrong. */
  now: string;
  /** What the card is charged; null where it cannot be. */
  card: Sum | null;
  isDeposit: boolean;
  cancelUrl: string | null;
  /** Pages that may hold this one in a frame. */
  embedOrigins: string[];
  lang: string;
}

export interface Answer {
  success: boolean;
  message?: string;
  error_code?: string;
  errors?: { field: string; message: string }[];
  [field: string]: unknown;
}
