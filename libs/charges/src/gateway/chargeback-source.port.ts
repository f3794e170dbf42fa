/** What the company says of a chargeback; null where it says nothing that makes sense. */
export interface ReportedChargeback {
  /** The name of the chargeback at the company. */
  id: string;
  gatewayTransactionId: string;
  /** 1, and one more each time the bank of the payer raises it again. */
  stage: number;
  /** What the bank of the payer demands, in smallest units of the currency that was paid. */
  amountMinor: bigint | null;
  currency: string | null;
  status: 'opened' | 'accepted' | 'contested' | 'won' | 'lost' | null;
  /** Status and stage in the words of the company, for staff. */
  words: string;
  reason: string | null;
  /** Until when it takes an answer. */
  respondBy: Date | null;
}

export interface ChargebackReading {
  chargebacks: ReportedChargeback[];
  /** Rows of the company without a name or a transaction. */
  unreadable: number;
}

export interface ChargebackAnswer {
  id: string;
  decision: 'accept' | 'contest';
  comment: string;
  /** Of `upload`. */
  evidence: string[];
}

/**
 * Chargebacks of the company that collects live card payments; the class is its own injection token. Every method may
 * throw `GatewayOutcomeUnknown` or `GatewayRejected`, as those of `PaymentGateway`.
 */
export abstract class ChargebackSource {
  /** All chargebacks that were raised on this day (UTC) or later. */
  abstract since(day: Date): Promise<ChargebackReading>;

  /** Null where the company knows no such chargeback. */
  abstract byId(id: string): Promise<ReportedChargeback | null>;

  /** Accepts or contests a chargeback. A repeated answer changes nothing. */
  abstract answer(answer: ChargebackAnswer): Promise<void>;

  /** Sends a JPEG as evidence and returns its name at the company. A repeated file is another one. */
  abstract upload(jpeg: Buffer): Promise<string>;
}
