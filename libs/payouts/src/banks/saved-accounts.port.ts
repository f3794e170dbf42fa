import type { PayoutDestination } from '../providers/payout-provider.port';

/** A saved account as a withdrawal needs it. */
export interface SavedAccount {
  id: string;
  type: 'bank' | 'extwallet' | 'wire';
  /** The account number or address as it may be shown. */
  masked: string;
  currency: string;
  country: string;
  /** Null for a wire account, which can be saved only. */
  destination: PayoutDestination | null;
}

export abstract class SavedAccounts {
  /** `id` is the number on the wire, as text. Undefined: the owner has no such account. */
  abstract find(ownerId: string, id: string): Promise<SavedAccount | undefined>;
}
