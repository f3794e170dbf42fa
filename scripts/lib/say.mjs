/** An expected failure: shown as one plain sentence, without a stack. */
export class Refusal extends Error {}

// Whoever read the output may be gone (npm start | head); that is no reason to end.
process.stdout.on('error', () => {});

export function say(line = '') {
  process.stdout.write(`${line}\n`);
}

/** Runs `work`, prints what it was and how long it took, and returns its result. */
export async function step(name, work) {
  const began = performance.now();
  const result = await work();
  say(`  ${name.padEnd(34)} ${seconds(performance.now() - began)}`);
  return result;
}

export const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`;

export function explain(error) {
  process.stderr.write(`\n${error instanceof Refusal ? error.message : (error?.stack ?? String(error))}\n`);
}
