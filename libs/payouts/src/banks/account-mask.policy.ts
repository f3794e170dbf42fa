const SHOWN = 4;

/** The last four characters of a number, or the last half of a short one. */
export function maskedNumber(number: string): string {
  return `•••• ${number.slice(-Math.min(SHOWN, Math.floor(number.length / 2)))}`;
}

/** The first letter and the domain of an e-mail address. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}
