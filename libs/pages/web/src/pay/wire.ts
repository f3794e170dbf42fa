/** The answer of `public-status`, which the page also contains when it is loaded. */
export interface SessionStatus {
  session_id: string;
  status: 'pending' | 'processing' | 'completed' | 'expired';
  amount: number;
  currency: string;
  /** The amount, plus the fee of an escrow. */
  amount_due: number;
  escrow: Escrow | null;
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
  /** The merchant's reference of the order, once it is paid. */
  order_ref: string | null;
  /** The address that the receipt goes to, where one is known. */
  receipt_email: string | null;
  /** Changes whenever the content of the page changes. */
  revision: string;
}

export interface Escrow {
  fee: number;
  condition: string | null;
  deadline_days: number | null;
  /** Whether the payment that waits was started in another browser. */
  started_elsewhere: boolean;
  /** Where the guest who has paid releases or disputes; null for all others. */
  portal_url: string | null;
}

export type Method = 'card' | 'wallet' | 'bank_transfer' | 'ussd' | 'mobile_money' | 'extwallet';

export interface Payment {
  method: Method;
  state: 'waiting' | 'confirming' | 'successful' | 'failed' | 'cancelled' | 'set_aside' | 'refunded';
  amount: number;
  currency: string;
  expires_at: string | null;
  instructions: Instructions | null;
  /** Simulated companies only: the page for the buyer's part of the payment. */
  simulate_url?: string;
  failure: string | null;
  received: Received | null;
}

/** Money that has arrived. */
export interface Received extends Sum {
  /** Why the session could not take it; null where it did. */
  set_aside:
    'expired' | 'amount-mismatch' | 'already-paid' | 'not-due' | 'payee-closed' | 'escrow-returned' | null;
  outcome: 'undecided' | 'returning' | 'returned' | 'credited' | null;
}

export interface Instructions {
  account_number?: string;
  bank_name?: string;
  account_name?: string | null;
  note?: string | null;
  ussd_code?: string;
  phone?: string;
  network?: string;
}

export interface Sum {
  amount: number;
  currency: string;
}

/** The data that the page contains when it is loaded. */
export interface PageStart {
  session: SessionStatus;
  /** Of the business; null: its first letter is shown. `path` is below this host. */
  logo: { path: string; width: number; height: number } | null;
  /** The server's time, for countdowns on clocks that are wrong. */
  now: string;
  /**
   * The amount that the card is charged, and its currency's units for one of the session's, where it is another one; null
   * where cards cannot be used.
   */
  card: (Sum & { rate: number | null }) | null;
  /** What paying authorises for the future; null: nothing. */
  recurring: Recurring | null;
  isDeposit: boolean;
  cancelUrl: string | null;
  /** The name of the service that wallets are held at. */
  platform: string;
  /** The page on which a new password is asked for. */
  forgotPasswordUrl: string;
  /** Origins whose pages may hold this one in a frame. */
  embedOrigins: string[];
  lang: string;
}

/** The most that one period costs, taken from the wallet or the card until that is stopped. */
export interface Recurring extends Sum {
  from: 'wallet' | 'card';
  interval: 'daily' | 'weekly' | 'monthly' | 'yearly';
  /** Intervals per period. */
  count: number;
}

export interface Answer {
  success: boolean;
  message?: string;
  error_code?: string;
  errors?: { field: string; message: string }[];
  [field: string]: unknown;
}
