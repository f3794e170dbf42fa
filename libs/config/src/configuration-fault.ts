/** A fault in the environment that the operator can correct. Its message is one sentence. */
export class ConfigurationFault extends Error {
  constructor(what: string, faults: readonly string[]) {
    super(`${what}: ${faults.join('; ')}.`);
  }
}

/** Prints why a process could not start: a configuration fault without a stack, any other error with one. */
export function reportStartFault(error: unknown): void {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  process.stderr.write(`${error instanceof ConfigurationFault ? message : (stack ?? message)}\n`);
}
