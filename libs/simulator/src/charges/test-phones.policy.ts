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

/** The bank's reaction to a charge of a saved card, by the owner's address: `ada+declined@…`, `ada+stepup@…`. */
export function behaviourOfPayer(email: string): 'approve' | 'decline' | 'step-up' {
  if (/\+declined@/i.test(email)) return 'decline';
  return /\+stepup@/i.test(email) ? 'step-up' : 'approve';
}
