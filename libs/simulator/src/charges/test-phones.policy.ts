/** What a phone's owner does with the prompt, told by the last four digits; any other number waits to be played. */
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

/** How a saved card's bank takes a charge, told by the address of its owner: `ada+declined@…`, `ada+stepup@…`. */
export function behaviourOfPayer(email: string): 'approve' | 'decline' | 'step-up' {
  if (/\+declined@/i.test(email)) return 'decline';
  return /\+stepup@/i.test(email) ? 'step-up' : 'approve';
}
