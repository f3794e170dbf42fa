type Cell = string | number | null;

/** A cell of a CSV file. A leading sign that spreadsheets take for a formula is put behind an apostrophe. */
function written(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  const text = cell ?? '';
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csv = (rows: Cell[][]): string =>
  rows.map((row) => `${row.map(written).join(',')}\r\n`).join('');
