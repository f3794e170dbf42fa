/** The body of a delivery: three keys and no more. Written once; every attempt sends the same text. */
export function envelope(event: string, data: object, at: Date): string {
  return JSON.stringify({ event, data, timestamp: Math.floor(at.getTime() / 1000) });
}
