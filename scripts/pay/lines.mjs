/** One event as a line of the terminal. */
export function lineOf({ created_at: at, event, sequence, id }, isResent) {
  const time = at.replace('T', ' ').slice(0, 19);
  return `${time}  ${event.padEnd(24)} #${sequence}  ${id}${isResent ? '  (sent again)' : ''}`;
}
