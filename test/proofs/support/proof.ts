import { randomInt } from 'node:crypto';

/** Whether the long form was asked for: `npm run test:model` and its sisters. */
export const isLong = process.env.PROOFS === 'long';

/** Drawn anew for each run; SEED=… repeats a run. */
export const seed = process.env.SEED ? Number(process.env.SEED) : randomInt(2 ** 31 - 1);

/** A figure of a long form may be set by hand, e.g. STEPS=500. */
export function amountOf(variable: string, { short, long }: { short: number; long: number }): number {
  const given = process.env[variable];
  return given ? Number(given) : isLong ? long : short;
}

/** One line of a proof's report; it names the seed, so that a run can be repeated. */
export function report(line: string): void {
  process.stdout.write(`${line}\n`);
}
