/** An expected failure, shown as one sentence without a stack. */
export class Refusal extends Error {}

// The reader of the output may close it early (npm start | head), which must not end this process.
process.stdout.on('error', () => {});

export function say(line = '') {
  process.stdout.write(`${line}\n`);
}

/** Runs `work`, prints its name and duration, and returns its result. A long step is announced before it begins. */
export async function step(name, work, announcement) {
  if (announcement) say(`${announcement} …`);
  const began = performance.now();
  const result = await work();
  say(`  ${name.padEnd(34)} ${seconds(performance.now() - began)}`);
  return result;
}

export const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`;

export function explain(error) {
  process.stderr.write(`\n${error instanceof Refusal ? error.message : (error?.stack ?? String(error))}\n`);
}
