import { networksOf } from './address-networks';

/** How many places a holder may have at the same time. */
export interface PlaceShare {
  holder: string;
  max: number;
}

/** Counts the places that are held at the same time. */
export class HeldPlaces {
  private readonly held = new Map<string, number>();

  /** The first share that has no free place. */
  usedUp(shares: readonly PlaceShare[]): PlaceShare | undefined {
    return shares.find(({ holder, max }) => (this.held.get(holder) ?? 0) >= max);
  }

  /** Takes a place of each share. The result gives them back. */
  take(shares: readonly PlaceShare[]): () => void {
    for (const { holder } of shares) this.held.set(holder, (this.held.get(holder) ?? 0) + 1);
    return () => {
      for (const { holder } of shares) {
        const left = this.held.get(holder)! - 1;
        if (left > 0) this.held.set(holder, left);
        else this.held.delete(holder);
      }
    };
  }
}

/**
 * What the networks of a client address may have of the places of a process, whatever accounts they use: a third for an
 * IPv4 address or a /64, two thirds for a /48.
 */
export function networkShares(address: string, places: number): PlaceShare[] {
  const [network, site] = networksOf(address).toReversed();
  const third = Math.ceil(places / 3);
  return [
    { holder: `network ${network!.key}`, max: third },
    ...(site ? [{ holder: `network ${site.key}`, max: 2 * third }] : []),
  ];
}
