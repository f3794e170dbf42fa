import type { TakenCard, WaitingCardsStore } from '@app/charges';

/** Cards that wait for their PIN, in memory, for an adapter without a database. */
export function heldCards(): Pick<WaitingCardsStore, 'put' | 'take'> {
  const held = new Map<string, TakenCard>();
  return {
    put: (handle, txRef, payload) => {
      held.set(handle, { state: 'waiting', txRef, payload: payload as Record<string, unknown> });
      return Promise.resolve();
    },
    take: (handle) => {
      const card = held.get(handle) ?? null;
      if (card) held.set(handle, { state: 'taken', txRef: card.txRef });
      return Promise.resolve(card);
    },
  };
}
