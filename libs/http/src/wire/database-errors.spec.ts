import { databaseRefusal } from './database-errors';

it.each([
  ['08006', 'SERVICE_UNAVAILABLE'],
  ['57P01', 'SERVICE_UNAVAILABLE'],
  ['22003', 'VALIDATION_ERROR'],
  ['08P01', undefined],
  ['42601', undefined],
])('Database error %s is refused with %s', (code, expected) => {
  expect(databaseRefusal({ code })?.code).toBe(expected);
});
