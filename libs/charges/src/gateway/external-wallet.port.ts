import type { GatewayTransaction, RefundRequest, RefundResult } from './gateway-messages.port';
import type { Mode } from '@app/kernel';

export interface WalletOrderRequest {
  /** Ours, one per attempt: an order is asked for by it. */
  reference: string;
  amountMinor: bigint;
  currency: string;
  description: string;
  /** Where the buyer is sent back to, whatever they decided. */
  returnUrl: string;
}

export interface WalletOrder {
  id: string;
  /** Where the buyer signs in and decides. */
  approveUrl: string;
}

/**
 * A company whose customers pay from an account they have there. The buyer approves an order on its pages; the money
 * is ours once we have captured it. Every method may throw `GatewayOutcomeUnknown` or `GatewayRejected`.
 */
export abstract class ExternalWallet {
  /** Repeated with the same reference it answers the same order. */
  abstract order(request: WalletOrderRequest): Promise<WalletOrder>;

  /** `pending` covers an order without a decision, `approved` one that waits for its capture; null: no such order. */
  abstract find(reference: string): Promise<WalletPayment | null>;

  /** Takes the money of an approved order; once, however often it is called. */
  abstract capture(reference: string): Promise<WalletPayment>;

  /** Ends an order that has not been captured, so that it cannot be approved any more. */
  abstract cancel(reference: string): Promise<void>;

  abstract refund(request: RefundRequest): Promise<RefundResult>;

  /** What became of a refund that was `pending`; null: no such refund. */
  abstract refundById(refundId: string): Promise<RefundResult | null>;
}

export type WalletPayment = Omit<GatewayTransaction, 'status' | 'card'> & {
  status: GatewayTransaction['status'] | 'approved';
};

/** The external wallet of each mode that has one. */
export class ExternalWallets {
  constructor(private readonly byMode: Partial<Record<Mode, ExternalWallet>>) {}

  /** Null where there is none: the method is then not offered. */
  walletOf(mode: Mode): ExternalWallet | null {
    return this.byMode[mode] ?? null;
  }
}
