/** What the simulated bank does with a transfer to an account. */
export type TransferScript =
  | 'delivered'
  | 'fails'
  | 'taken-unanswered'
  | 'lost-unanswered'
  | 'pending'
  | 'returned'
  | 'other-amount'
  | 'refused'
  | 'early-events';

const SCRIPTS: Readonly<Record<string, TransferScript>> = {
  '01': 'fails',
  '02': 'taken-unanswered',
  '03': 'lost-unanswered',
  '04': 'pending',
  '05': 'returned',
  '06': 'other-amount',
  '07': 'refused',
  '08': 'early-events',
};

/** Accounts 9900000001 to 9900000008 behave as their last digits say; every other account is paid. */
export function scriptOfAccount(accountNumber: string): TransferScript {
  const script = /^99000000(\d\d)$/.exec(accountNumber)?.[1];
  return (script !== undefined && SCRIPTS[script]) || 'delivered';
}

/** The holder of an account; null: there is no such account, `away`: the bank does not answer. */
export function holderOfAccount(accountNumber: string): string | null | 'away' {
  if (accountNumber === '0000000000') return null;
  if (accountNumber === '0000000009') return 'away';
  return `Test Account ${accountNumber.slice(-4)}`;
}
