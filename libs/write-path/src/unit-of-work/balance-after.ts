import { minorToJsonNumber } from '@app/kernel';

const TOKEN = JSON.stringify('\u0001balance\u0001');

/**
 * The balance of an account after the unit of work has committed. In a result it is a placeholder with control
 * characters, which input may not contain, so clients cannot forge one.
 */
export class BalanceAfter {
  #minor: bigint | null = null;

  constructor(readonly accountId: string) {}

  resolve(minor: bigint): void {
    this.#minor = minor;
  }

  toJSON(): number {
    return this.#minor === null ? (JSON.parse(TOKEN) as number) : minorToJsonNumber(this.#minor);
  }
}

/** Replaces the placeholder in the stored answer with the balance in major units. */
export function fillBalance(body: string, balanceMinor: bigint | null): string {
  return balanceMinor === null ? body : body.replace(TOKEN, String(minorToJsonNumber(balanceMinor)));
}
