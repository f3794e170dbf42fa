/** Countries whose banks are listed. */
export const BANK_COUNTRIES = ['NG', 'GH', 'KE', 'ZA'] as const;
export type BankCountry = (typeof BANK_COUNTRIES)[number];

export interface Bank {
  /** The provider's id, under which it lists the branches. */
  id: string;
  code: string;
  name: string;
}

export interface BankBranch {
  code: string;
  name: string;
}

/** The banks that a payout provider reaches, and the holders of Nigerian accounts. */
export abstract class BankDirectory {
  /** Throws `BankDirectoryAway`, as the others do. */
  abstract banks(country: BankCountry): Promise<Bank[]>;

  abstract branches(bankId: string): Promise<BankBranch[]>;

  /** The name of the holder; null if the bank knows no such account. */
  abstract holderOf(account: { bankCode: string; accountNumber: string }): Promise<string | null>;
}

/** The provider does not answer, or not in a way that says anything. */
export class BankDirectoryAway extends Error {
  override readonly name = 'BankDirectoryAway';
}
