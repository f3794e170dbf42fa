/** Every currency of the platform has two decimals. Sums of smallest units are exact; sums of the amounts are not. */
const minorOf = (amount: number): number => Math.round(amount * 100);

export const plus = (...amounts: number[]): number =>
  amounts.reduce((sum, amount) => sum + minorOf(amount), 0) / 100;

export const minus = (amount: number, taken: number): number => (minorOf(amount) - minorOf(taken)) / 100;
