/** A variant that is measured in turns with others. Each measurement returns one or more named figures. */
export interface Variant {
  readonly figures: readonly string[];
  /** The reason why it cannot be measured on this machine. */
  readonly missing?: string;
  /** Starts the measured program once, and only if one of its figures is requested. */
  prepare?(): Promise<void>;
  /** Measures for about `seconds` and returns the figures in order. */
  measure(seconds: number): Promise<number[]>;
}

/** The environment of some rows: a database, processes, and the variants that use them. */
export interface Scene {
  readonly variants: readonly Variant[];
  close(): Promise<void>;
}

export interface SceneOptions {
  quick: boolean;
}

export interface Rounds {
  rounds: number;
  seconds: number;
}

/** The value of a figure in each round. */
export type Figures = Map<string, number[]>;

/**
 * Measures the variants in turns, so that other load on the machine affects all of them alike. Every second round
 * runs in reverse order. A warm-up round comes first and does not count.
 */
export async function inTurns(variants: readonly Variant[], { rounds, seconds }: Rounds): Promise<Figures> {
  const figures: Figures = new Map();
  for (const variant of variants) await variant.prepare?.();
  for (let round = 0; round <= rounds; round++) {
    const order = round % 2 === 0 ? variants : [...variants].reverse();
    for (const variant of order) {
      const values = await variant.measure(round === 0 ? Math.min(seconds, 2) : seconds);
      if (round === 0) continue;
      variant.figures.forEach((name, i) => figures.set(name, [...(figures.get(name) ?? []), values[i]!]));
    }
  }
  return figures;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * q;
  const [low, high] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
  return low + (high - low) * (place - Math.floor(place));
}
