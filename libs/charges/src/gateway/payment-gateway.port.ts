import type {
  BankAccountOffer,
  BankTransferRequest,
  CardChargeRequest,
  CardChargeResult,
  GatewayTransaction,
  MobileMoneyRequest,
  MobileMoneyResult,
  RefundRequest,
  RefundResult,
  TokenChargeRequest,
  UssdOffer,
  UssdRequest,
  VirtualAccountOffer,
  VirtualAccountRequest,
} from './gateway-messages.port';

/**
 * The company that collects payments (cards first of all), as deposits and checkout see it; the class is its own injection token.
 * Every method may throw `GatewayOutcomeUnknown` (keep the state, ask later by `txRef`, never send again)
 * or `GatewayRejected` (the company refused this request).
 */
export abstract class PaymentGateway {
  /** Starts a charge. A declined card is a result (`failed`), not an error. */
  abstract charge(request: CardChargeRequest): Promise<CardChargeResult>;

  /**
   * Answers a pending charge with the buyer's OTP or card PIN. Call it once at a time per charge: claim the attempt first.
   * `GatewayRejected` here says that this code was not taken, not that the charge failed.
   */
  abstract validate(step: { gwRef: string; otp: string }): Promise<CardChargeResult>;

  /** Asks for an account number to transfer to; NGN alone. Without an answer the number is lost, and no money comes. */
  abstract bankTransfer(request: BankTransferRequest): Promise<BankAccountOffer>;

  /**
   * Opens a permanent account number; NGN alone. After `GatewayOutcomeUnknown` it may be repeated: several numbers of one
   * `txRef` may exist then, and money that comes to any of them is a transaction under it.
   */
  abstract openVirtualAccount(request: VirtualAccountRequest): Promise<VirtualAccountOffer>;

  /** Asks for a code to dial; NGN alone. Without an answer the code is lost. */
  abstract ussd(request: UssdRequest): Promise<UssdOffer>;

  /** Sends a prompt to a phone. After `GatewayOutcomeUnknown` it may have been sent. */
  abstract mobileMoney(request: MobileMoneyRequest): Promise<MobileMoneyResult>;

  /** Charges a saved card. A pending result with `authMode` asks for a buyer who is not there: take it for declined. */
  abstract chargeToken(request: TokenChargeRequest): Promise<CardChargeResult>;

  /**
   * Every transaction under a reference, oldest first: an account number may be paid into several times. `since` leaves
   * out those of earlier days (UTC).
   */
  abstract transactionsByRef(txRef: string, since?: Date): Promise<GatewayTransaction[]>;

  /** Null when the company knows no such reference; a charge still under way may yet appear. */
  abstract transactionByRef(txRef: string): Promise<GatewayTransaction | null>;

  abstract transactionById(id: string): Promise<GatewayTransaction | null>;

  /**
   * Returns money to where it came from. After `GatewayOutcomeUnknown`, repeat only with the same `reference`. Throws
   * `RefundNotSupported` where the company refunds no payment of this method.
   */
  abstract refund(request: RefundRequest): Promise<RefundResult>;

  /** What became of a refund that was `pending`; null when the company knows no such refund. */
  abstract refundById(refundId: string): Promise<RefundResult | null>;
}

/** It is not known whether the request took effect: time-out, broken connection, 5xx or an answer that makes no sense. */
export class GatewayOutcomeUnknown extends Error {
  override readonly name = 'GatewayOutcomeUnknown';
}

/** The company understood the request and refused it; nothing was charged by it. The message is the company's, redacted. */
export class GatewayRejected extends Error {
  override readonly name: string = 'GatewayRejected';
}

/** The company takes no requests from us at the moment: too many of them, or a key that it does not accept. */
export class GatewayNotNow extends GatewayRejected {
  override readonly name: string = 'GatewayNotNow';
}

/** The company refunds no payment of this method; nothing was sent back. The message is the company's, redacted. */
export class RefundNotSupported extends Error {
  override readonly name = 'RefundNotSupported';
}
