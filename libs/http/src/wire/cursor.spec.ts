import * as fc from 'fast-check';
import type { DomainError } from '@app/kernel';
import { type PageQuery, Place } from './cursor';

const SHAPE = /^\d{1,16}\.[0-9a-f-]{36}$/;
const POSITION = ['1764161570123456', '019ac000-0000-7000-8000-000000000001'];
const FILTERS = { status: 'paid', from: new Date(0), search: undefined };

type Query = PageQuery & Record<string, unknown>;
const placeOf = (query: Query, list = 'invoices') => new Place(list, { per_page: 20, ...query }, SHAPE);
const CURSOR = placeOf(FILTERS).cursorAt(POSITION);
const refusal = (query: Query, list?: string): string => {
  try {
    placeOf(query, list);
  } catch (error) {
    return (error as DomainError).message;
  }
  return 'none';
};

describe('A cursor', () => {
  it('names the place after a row, in at most 120 characters', () => {
    expect(CURSOR).toMatch(/^[\w-]{1,120}$/);
    expect(placeOf({ ...FILTERS, cursor: CURSOR })).toMatchObject({
      after: POSITION,
      page: 1,
      skip: 0,
      size: 20,
    });
  });

  it('holds with another size of the page, and with filters in another order', () => {
    const query = { search: undefined, from: new Date(0), status: 'paid', cursor: CURSOR };
    expect(placeOf({ ...query, per_page: 50 }).after).toEqual(POSITION);
  });

  it.each<[string, Query, string]>([
    ['another list', { ...FILTERS, cursor: CURSOR }, 'links'],
    ['another filter', { ...FILTERS, status: 'draft', cursor: CURSOR }, 'invoices'],
    ['one filter less', { status: 'paid', cursor: CURSOR }, 'invoices'],
    ['one filter more', { ...FILTERS, search: 'chair', cursor: CURSOR }, 'invoices'],
  ])('is refused by %s', (_, query, list) => expect(refusal(query, list)).toContain('with the same filters'));

  it('is refused beside a page or an offset', () => {
    expect(refusal({ ...FILTERS, cursor: CURSOR, page: 1 })).toBe('Give cursor or page, not both.');
    expect(refusal({ ...FILTERS, cursor: CURSOR, offset: 0 })).toBe('Give cursor or offset, not both.');
  });

  it('is refused if it is any other text', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.base64String(),
      fc.constant(`${CURSOR}=`),
      fc.constant(`${CURSOR}A`),
    );
    fc.assert(fc.property(texts, (cursor) => refusal({ ...FILTERS, cursor }) !== 'none'));
  });
});
