import { isCurrency, Money } from '@app/kernel';
import type { GatewayTransaction } from '../gateway/gateway-messages.port';
import type { PaidCard } from '../gateway/saved-card';
import type { AuthMode } from './charge';

/** Money that a gateway confirms. */
export interface ReceivedPayment {
  gatewayTransactionId: string;
  gwRef: string;
  amount: Money;
  /** The card that paid; absent where another method did. */
  card?: PaidCard;
}

/** What is known of a charge after a step of it was sent, or after the gateway was asked about it. */
export type ChargeOutcome =
  /** Confirmed by the gateway's books. */
  | { kind: 'paid'; payment: ReceivedPayment }
  | {
      kind: 'waiting';
      gwRef: string;
      gatewayTransactionId?: string | null;
      authMode: AuthMode | null;
      redirectUrl?: string;
    }
  /** `rejected`: the gateway did not take the request at all; nothing was charged by it. */
  | { kind: 'failed'; gatewayStatus: 'declined' | 'rejected'; reason: string; gwRef?: string }
  /** The code was not taken; the charge still waits for a right one. */
  | { kind: 'code-refused'; reason: string }
  /** A step was sent, and neither its answer nor the gateway's books tell how it ended. */
  | { kind: 'unknown'; gwRef?: string }
  /** The gateway was asked, and the charge has not ended. */
  | { kind: 'pending'; gwRef: string }
  /** The gateway was asked, and does not know the charge. */
  | { kind: 'not-found'; reason: string }
  /** The gateway was asked, and did not answer. */
  | { kind: 'silent' };

/** What the gateway's books say of a charge; null: they have no such charge. */
export function outcomeIn(transaction: GatewayTransaction | null): ChargeOutcome {
  if (!transaction) return { kind: 'not-found', reason: 'The payment did not reach the card company' };
  const { status, gwRef, processorResponse } = transaction;
  if (status === 'pending') return { kind: 'pending', gwRef };
  const declined = { kind: 'failed', gatewayStatus: 'declined', gwRef } as const;
  if (status === 'failed') return { ...declined, reason: processorResponse || 'Declined' };
  const payment = receivedIn(transaction);
  return payment
    ? { kind: 'paid', payment }
    : { ...declined, reason: 'The gateway confirmed nothing that can be credited' };
}

/**
 * What a successful transaction brought: never more than the payment was for, nor than the buyer was debited; null
 * where that is nothing. Throws for a currency without accounts: the charge then stays open and shows in the log.
 */
export function receivedIn(transaction: GatewayTransaction): ReceivedPayment | null {
  const { id: gatewayTransactionId, gwRef, amountMinor, chargedAmountMinor, currency, card } = transaction;
  if (!isCurrency(currency)) throw new Error(`the gateway took money in ${currency}`);
  const minor = amountMinor < chargedAmountMinor ? amountMinor : chargedAmountMinor;
  if (minor <= 0n) return null;
  return { gatewayTransactionId, gwRef, amount: new Money(minor, currency), ...(card && { card }) };
}
