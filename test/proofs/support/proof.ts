import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';

/** Whether the long form is requested: `npm run test:model` and similar commands. */
export const isLong = process.env.PROOFS === 'long';

/** Random in each run; SEED=… repeats a run. */
export const seed = process.env.SEED ? Number(process.env.SEED) : randomInt(2 ** 31 - 1);

/** The limit of each test and hook of a short form: far beyond what it takes beside other work. */
export const SHORT_LIMIT_MS = 900_000;

/** Short forms are sized for four cores. On fewer cores they do less of the same work, so that they take as long. */
export const SHARE = Math.min(1, availableParallelism() / 4);

interface Amounts {
  /** On four cores or more. */
  short: number;
  long: number;
  /** On any number of cores. */
  least?: number;
}

/** A figure of a proof, which the environment may override, e.g. STEPS=500. */
export function amountOf(variable: string, { short, long, least = 1 }: Amounts): number {
  const given = process.env[variable];
  return given ? Number(given) : isLong ? long : Math.max(least, Math.ceil(short * SHARE));
}

/** Prints one line of a report with the seed, so that the run can be repeated. */
export function report(line: string): void {
  process.stdout.write(`${line}\n`);
}
