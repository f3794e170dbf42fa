/** Receives the events of payout providers. An event carries no state: the withdrawal becomes due to be asked about. */
export abstract class PayoutEvents {
  /** `reference` is the id of a withdrawal, or of nothing; events repeat and arrive in any order. */
  abstract reported(reference: string): Promise<void>;
}
