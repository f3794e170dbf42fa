import { csvLine } from './csv';

describe('A line of CSV', () => {
  it.each([
    [['a', 'b'], '"a","b"\r\n'],
    [['say "no", please'], '"say ""no"", please"\r\n'],
    [['two\nlines'], '"two\nlines"\r\n'],
    [['', null, 0, -1], '"",,0,-1\r\n'],
    [['{"a":"=1"}'], '"{""a"":""=1""}"\r\n'],
  ])('writes %j as %j', (cells, line) => expect(csvLine(cells)).toBe(line));

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '|cmd', '＝1', '＋1', '－1', '＠SUM(A1)'])(
    'never holds a formula: %j',
    (cell) => expect(csvLine([cell])).toBe(`"'${cell}"\r\n`),
  );
});
