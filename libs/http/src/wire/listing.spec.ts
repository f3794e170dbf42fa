import { Place } from './cursor';
import { countOf, type Listing, rowsOf, shapeOf } from './listing';

const LIST: Listing = {
  name: 'invoices',
  rows: 'invoices i',
  where: 'i.owner_id = $1 OR i.mode = $2',
  order: 'i.created_at DESC, i.id DESC',
  columns: 'i.id, u.name, $3 AS now',
  joins: 'JOIN users u ON u.id = i.owner_id',
};
const VALUES = ['owner', 'live', 'now'];
const ID = '019ac000-0000-7000-8000-000000000001';

const placeAfter = (position: string[], list = LIST) => {
  const cursor = new Place(list.name, { per_page: 20 }, shapeOf(list)).cursorAt(position);
  return new Place(list.name, { per_page: 20, cursor }, shapeOf(list));
};

describe('A list', () => {
  it.each([
    ['1764161570123456', '2025-11-26T12:52:50.123456Z'],
    ['1764161570000001', '2025-11-26T12:52:50.000001Z'],
    ['1764161570999999', '2025-11-26T12:52:50.999999Z'],
    ['7', '1970-01-01T00:00:00.000007Z'],
    ['9999999999999999', '2286-11-20T17:46:39.999999Z'],
  ])('keeps the microseconds of the time %s', (microseconds, time) => {
    const { text, values } = rowsOf(LIST, VALUES, placeAfter([microseconds, ID]));
    expect(text).toContain('AND (i.created_at, i.id) < ($6, $7)');
    expect(values).toEqual([...VALUES, 21, 0, time, ID]);
  });

  it('skips rows for a page by number, and compares none', () => {
    const { text, values } = rowsOf(
      LIST,
      VALUES,
      new Place('invoices', { per_page: 20, page: 3 }, shapeOf(LIST)),
    );
    expect(text).not.toContain('AND (i.created_at');
    expect(values).toEqual([...VALUES, 21, 40]);
  });

  it('goes on to later rows where it is in ascending order, and by id alone', () => {
    const list = { ...LIST, order: 'i.id' };
    expect(rowsOf(list, VALUES, placeAfter([ID], list)).text).toContain('AND (i.id) > ($6)');
    expect(rowsOf(list, VALUES, placeAfter(['12'], list)).values.at(-1)).toBe('12');
  });

  it('applies the position to all of its condition', () => {
    expect(rowsOf(LIST, VALUES, placeAfter(['1', ID])).text).toContain(`WHERE (${LIST.where}) AND`);
  });

  it('is counted with the parameters of its condition alone', () => {
    expect(countOf(LIST, VALUES).values).toEqual(['owner', 'live']);
    expect(countOf({ ...LIST, where: 'true', maxTotal: 9 }, VALUES)).toMatchObject({
      text: expect.stringContaining('LIMIT 10'),
      values: [],
    });
  });
});
