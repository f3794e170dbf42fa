import type { Mode } from '@app/kernel';

/** A row of `simulator.charges`. Amounts are int8 as text, in minor units. */
export interface SimulatedCharge {
  id: string;
  mode: Mode;
  tx_ref: string;
  gw_ref: string;
  status: 'pending' | 'successful' | 'failed';
  method: 'card' | 'bank_transfer' | 'ussd' | 'mobile_money';
  /** `buyer`: the charge waits for the buyer's phone, or for the page that simulates it. */
  awaits: 'otp' | 'challenge' | 'buyer' | null;
  amount_minor: string;
  charged_minor: string;
  currency: string;
  email: string;
  full_name: string | null;
  merchant_name: string | null;
  client_ip: string | null;
  /** Of a card; '' if the charge has none. */
  brand: string;
  last4: string;
  card_token: string | null;
  /** `12/34`; null where the charge has no card. */
  card_expiry: string | null;
  redirect_url: string | null;
  processor_response: string;
  created_at: Date;
}

/** The result of a charge. */
export interface Verdict {
  approved: boolean;
  processorResponse: string;
}

export const APPROVED: Verdict = { approved: true, processorResponse: 'Approved' };

export function declinedFor(processorResponse: string): Verdict {
  return { approved: false, processorResponse };
}
