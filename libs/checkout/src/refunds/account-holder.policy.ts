import { compareNames } from '@app/kyc';

export interface AccountHolder {
  /** As the bank has it; null where it does not say. */
  holder: string | null;
  /** As the payment has it. */
  payer: string | null;
  /** The names of the merchant: that of the business, and that of the person. */
  merchants: readonly string[];
}

/** Why staff have to look at an account that a payer has named; null: the payer holds it. */
export function doubtAbout({ holder, payer, merchants }: AccountHolder): string | null {
  if (holder === null) return 'No bank says who holds the account';
  // One name alone is among the names of too many people.
  if (payer === null || !/\S\s+\S/.test(payer.trim()))
    return 'The payment does not have the full name of its payer';
  if (compareNames(payer, holder) !== 'match')
    return 'The account is held under another name than that of the payer';
  // It would be a withdrawal without fee and limit.
  if (merchants.some((name) => compareNames(name, holder) === 'match'))
    return 'The account is held under the name of the merchant';
  return null;
}
