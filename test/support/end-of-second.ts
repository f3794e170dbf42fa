/** When an advance of a test clock does what is due at this time. */
export function endOfSecond(due: string | number): string {
  return new Date(Math.ceil(new Date(due).getTime() / 1000) * 1000).toISOString();
}
