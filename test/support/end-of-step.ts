const STEP_MS = 5000;

/** When an advance of a test clock does what is due at this time. */
export function endOfStep(due: string | number): string {
  return new Date(Math.ceil(new Date(due).getTime() / STEP_MS) * STEP_MS).toISOString();
}
