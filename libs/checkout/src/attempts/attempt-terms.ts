import type { AuthMode, ChargeStatus } from '@app/charges';
import type { Mode, Money, Rate } from '@app/kernel';
import type { KeptInstructions } from './instructions.view';
import type { PaymentMethod } from '../common/payment-methods.policy';
import type { CardName } from '../common/payment-methods.policy';
import type { ReceivedStatus } from '../common/unapplied-payment.states';

/** The status of the attempt's charge; after money was received, the status of that money. */
export type AttemptStatus = ChargeStatus | ReceivedStatus;

/** What a buyer is charged for a session. */
export interface Price {
  charge: Money;
  /** Units of its currency for one of the session's; null where it is the session's. */
  rate: Rate | null;
}

/** A guest who pays into escrow. */
export interface ConfirmedBuyer {
  /** The address that they confirmed. */
  email: string;
  /** Of the code that they confirmed it with: it names the browser that holds the token. */
  proofId: string;
}

/** The buyer agreed to further charges of the card that they pay with. */
export interface AttemptConsent {
  /** Version of the text that the page showed. */
  terms: string;
  /** Of the client; null where the server of the merchant sent the card. */
  address: string | null;
}

/** What an attempt is begun with; most of it never changes afterwards. */
export interface NewAttempt {
  id: string;
  /** The session that it pays; `id` is the internal one. */
  session: { id: string; ownerId: string; mode: Mode };
  reference: string;
  requestKey: string | null;
  gateway: string;
  price: Price;
  now: Date;
  /** A card where absent. */
  method?: PaymentMethod;
  expiresAt?: Date | null;
  payerId?: string | null;
  buyer?: ConfirmedBuyer | null;
  consent?: AttemptConsent | null;
  /** Absent where the gateway takes the card itself. */
  card?: CardName;
}

/** What a charge waits for. */
export interface WaitingStep {
  gwRef: string;
  authMode: AuthMode | null;
  redirectUrl?: string;
  instructions?: KeptInstructions;
  /** Earlier than the attempt's own end where the gateway waits for less long. */
  expiresAt?: Date;
}
