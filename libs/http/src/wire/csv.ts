/** First characters by which spreadsheets take a cell for a formula, in their wide forms too. */
const FORMULA = /^[=+\-@\t\r\n|＝＋－＠]/;

/**
 * One line of a CSV file (RFC 4180), with its line end. Every text is quoted, and one that a spreadsheet would execute
 * as a formula begins with an apostrophe. Null is an empty cell.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(cell: string | number | null): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return `"${safe.replaceAll('"', '""')}"`;
}
