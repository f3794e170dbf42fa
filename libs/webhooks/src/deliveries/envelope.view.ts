/**
 * The body of a delivery, which has exactly three keys. It is written once, and every attempt sends the same
 * text.
 */
export function envelope(event: string, data: object, at: Date): string {
  return JSON.stringify({ event, data, timestamp: Math.floor(at.getTime() / 1000) });
}
