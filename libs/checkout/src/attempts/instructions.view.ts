/** What the buyer has to do, away from the page. Kept with the attempt, shown to every holder of its session. */
export type Instructions =
  | {
      method: 'bank_transfer';
      accountNumber: string;
      bankName: string;
      /** The name that the buyer's bank shows for the account; attempts of earlier versions have none. */
      accountName?: string;
      note: string | null;
    }
  | { method: 'ussd'; code: string; bank: string }
  /** `phone` shows its last four digits alone. */
  | { method: 'mobile_money'; phone: string; network: string }
  | { method: 'extwallet' };

/** As an attempt keeps them. */
export type KeptInstructions = Instructions & {
  /** What the buyer asked for: the same again gets the attempt that waits, not another. */
  choice: string;
  /** Simulated companies only: a page to play the buyer's part on. */
  simulateUrl?: string;
};

/** Instructions on the wire; null where the buyer needs none beyond a `redirect_url`. */
export function instructionsView(kept: Instructions | null) {
  switch (kept?.method) {
    case 'bank_transfer':
      return {
        account_number: kept.accountNumber,
        bank_name: kept.bankName,
        account_name: kept.accountName ?? null,
        note: kept.note,
      };
    case 'ussd':
      return { ussd_code: kept.code, bank_code: kept.bank };
    case 'mobile_money':
      return { phone: kept.phone, network: kept.network };
    default:
      return null;
  }
}
