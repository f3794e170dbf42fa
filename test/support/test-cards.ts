/** The test cards, by what becomes of a charge. */
export const CARDS = {
  approved: '4000000000000000',
  insufficientFunds: '4000000000000002',
  declined: '4000000000000010',
  otp: '4000000000000226',
  pin: '4000000000000341',
  pinThenOtp: '4000000000000366',
  challenge: '4000000000003220',
} as const;

/** A card as requests carry it. */
export const cardOf = (number: string, fields: Record<string, unknown> = {}) => ({
  number,
  expiry_month: '12',
  expiry_year: '2099',
  cvv: '123',
  ...fields,
});
