import { signal } from '@preact/signals';

/** A guest who pays into escrow, with the address that they have confirmed in this browser. */
export interface Buyer {
  email: string;
  token: string;
}

/** Null until the guest has confirmed an address. Kept for this tab only, because the bank's page may come in between. */
export const buyer = signal<Buyer | null>(null);
/** The address to which a code was sent. */
export const asked = signal<string | null>(null);

let place = '';

export function restoreBuyer(sessionId: string): void {
  place = `buyer ${sessionId}`;
  try {
    const stored = sessionStorage.getItem(place);
    buyer.value = stored === null ? null : (JSON.parse(stored) as Buyer);
  } catch {
    // The browser stores nothing for this page: the address is known until the page is left.
  }
}

export function keepBuyer(confirmed: Buyer | null): void {
  buyer.value = confirmed;
  asked.value = null;
  try {
    if (confirmed === null) sessionStorage.removeItem(place);
    else sessionStorage.setItem(place, JSON.stringify(confirmed));
  } catch {
    // As above.
  }
}
