/** Units of work that end the escrow of a session or open a chargeback of its payment commit one after another. */
export const escrowLock = (sessionId: string): string => `escrow payment of ${sessionId}`;
