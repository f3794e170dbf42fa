const REVERSAL_OF = 'reversal of ';
/** What an escrow returns to the person who paid it. */
const ESCROW_RETURNED = 'escrow_release returned';

/** Kinds of credits that are received from others. The database function `ledger.is_received` has the same list. */
const RECEIVED: ReadonlySet<string> = new Set([
  'checkout',
  'invoice',
  'subscription',
  'transfer',
  'payroll',
  'escrow_release',
  'unapplied_credit',
]);

/** The transaction type of a kind of movement. */
export function typeOfKind(kind: string): string {
  if (kind.startsWith(REVERSAL_OF)) return 'reversal';
  return kind === ESCROW_RETURNED ? 'escrow_release' : kind;
}

/** Whether a credit of this kind was received from others. */
export const isReceived = (kind: string): boolean => RECEIVED.has(kind);

/** Whether a debit of this kind takes back what was received from others. */
export const takesBackReceived = (kind: string): boolean =>
  kind.startsWith(REVERSAL_OF) && RECEIVED.has(kind.slice(REVERSAL_OF.length));
