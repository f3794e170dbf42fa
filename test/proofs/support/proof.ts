import { randomInt } from 'node:crypto';

/** Whether the long form is requested: `npm run test:model` and similar commands. */
export const isLong = process.env.PROOFS === 'long';

/** Random in each run; SEED=… repeats a run. */
export const seed = process.env.SEED ? Number(process.env.SEED) : randomInt(2 ** 31 - 1);

/** A figure of a long form, which the environment may override, e.g. STEPS=500. */
export function amountOf(variable: string, { short, long }: { short: number; long: number }): number {
  const given = process.env[variable];
  return given ? Number(given) : isLong ? long : short;
}

/** Prints one line of a report with the seed, so that the run can be repeated. */
export function report(line: string): void {
  process.stdout.write(`${line}\n`);
}
