import { minorToJsonNumber } from '@app/kernel';
import type { StoredMoney } from '@app/write-path';

/** Stored money as public events show it: a JSON number in major units. */
export function major({ minor }: StoredMoney): number {
  return minorToJsonNumber(BigInt(minor));
}

export function money(amount: StoredMoney): { amount: number; currency: string } {
  return { amount: major(amount), currency: amount.currency };
}
