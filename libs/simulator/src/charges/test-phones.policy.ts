/** The owner's reaction to the prompt, by the last four digits of the phone. Other numbers wait for the tester. */
export function behaviourOfPhone(phone: string): 'approve' | 'decline' | 'redirect' | 'wait' {
  switch (phone.slice(-4)) {
    case '0001':
      return 'approve';
    case '0002':
      return 'decline';
    case '0003':
      return 'redirect';
    default:
      return 'wait';
  }
}

const FAILING_CHARGES = 2;

/**
 * The bank's reaction to a charge of a saved card, by the owner's address: `ada+declined@…`, `ada+declined2@…` for two
 * declined charges, `ada+stepup@…`. `declined`: charges in a row that were declined before.
 */
export function behaviourOfPayer(email: string, declined: number): 'approve' | 'decline' | 'step-up' {
  if (/\+declined@/i.test(email)) return 'decline';
  if (/\+declined2@/i.test(email) && declined < FAILING_CHARGES) return 'decline';
  return /\+stepup@/i.test(email) ? 'step-up' : 'approve';
}
