import type { Money } from '@app/kernel';

export interface HostedDeposit {
  depositId: string;
  /** The deposit's public reference; `HostedDepositConfirmation.prepare` takes it back. */
  txRef: string;
  /** Whose wallet will be credited; also the buyer. */
  ownerId: string;
  amount: Money;
  /** Where the buyer goes afterwards, paid or not; null: nowhere. */
  redirectUrl: string | null;
}

/**
 * Hosted pages to pay a deposit on; the checkout keeps them. The session must not offer payment from a wallet: that
 * would move the owner's money in a circle.
 */
export abstract class HostedDeposits {
  /**
   * Opens a page for the deposit in the current unit of work (staged, so that both commit or neither does).
   * Whoever completes it calls `HostedDepositConfirmation.prepare` in the unit of work of that completion.
   */
  abstract openSession(deposit: HostedDeposit): Promise<{ checkoutUrl: string }>;
}
