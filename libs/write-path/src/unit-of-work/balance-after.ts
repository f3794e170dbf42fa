import { minorToJsonNumber } from '@app/kernel';

const TOKEN = JSON.stringify('\u0001balance\u0001');

/**
 * The balance an account will have once the unit of work has committed, known only then.
 * In a result it stands as a placeholder; control characters are refused in input, so nobody can forge one.
 */
export class BalanceAfter {
  #minor: bigint | null = null;

  constructor(readonly accountId: string) {}

  resolve(minor: bigint): void {
    this.#minor = minor;
  }

  toJSON(): unknown {
    return this.#minor === null ? JSON.parse(TOKEN) : minorToJsonNumber(this.#minor);
  }
}

/** Writes the balance, in major units, where the stored answer left room for it. */
export function fillBalance(body: string, balanceMinor: bigint | null): string {
  return balanceMinor === null ? body : body.replace(TOKEN, String(minorToJsonNumber(balanceMinor)));
}
