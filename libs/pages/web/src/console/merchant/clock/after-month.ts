/** The same time of the next month, on its last day where it has no such day. */
export function afterMonth(iso: string): string {
  const from = new Date(iso);
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + 2, 0);
  to.setUTCDate(Math.min(from.getUTCDate(), to.getUTCDate()));
  return to.toISOString();
}
