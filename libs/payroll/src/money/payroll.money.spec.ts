import { serviceAccountId } from '@app/database';
import type { Money } from '@app/kernel';
import { ngn, someExchange, testBookings, usd } from '../../../../test/support/bookings';
import * as file from './payroll.money';

const BATCH = '00000000-0000-7000-8000-0000000000b1';
const EMPLOYER = '00000000-0000-7000-8000-0000000000b2';
const EMPLOYEE = '00000000-0000-7000-8000-0000000000b3';
const PAID = '00000000-0000-7000-8000-0000000000b4';

function itemPaid(
  sent: Money,
  received: Money,
  { note = null, batchName = null }: { note?: string | null; batchName?: string | null } = {},
): file.PayrollItemPaid {
  return new file.PayrollItemPaid(BATCH, 'ada-id', 'live', {
    batchId: BATCH,
    batchName,
    row: 3,
    transactionId: PAID,
    sent,
    received,
    note,
    sender: { ownerId: 'ada-id', accountId: EMPLOYER, usertag: 'ada' },
    recipient: { ownerId: 'ben-id', accountId: EMPLOYEE, usertag: 'ben' },
  });
}

describe('a row of a payroll', () => {
  testBookings(file, { PayrollItemPaid: someExchange.map(([sent, received]) => itemPaid(sent, received)) });

  it('moves its amount without a fee, each side the other’s counterparty', () => {
    const { legs, fee } = itemPaid(ngn(50_000n), ngn(50_000n)).booking();
    expect(legs).toEqual([
      { accountId: EMPLOYER, amount: ngn(-50_000n), counterpartyId: 'ben-id' },
      { accountId: EMPLOYEE, amount: ngn(50_000n), counterpartyId: 'ada-id' },
    ]);
    expect(fee).toEqual(ngn(0n));
  });

  it('goes through the pool of each currency if it converts', () => {
    expect(itemPaid(usd(1000n), ngn(1_452_800n)).booking().legs).toEqual([
      { accountId: EMPLOYER, amount: usd(-1000n), counterpartyId: 'ben-id' },
      { accountId: serviceAccountId('fx-pool', 'USD'), amount: usd(1000n) },
      { accountId: serviceAccountId('fx-pool', 'NGN'), amount: ngn(-1_452_800n) },
      { accountId: EMPLOYEE, amount: ngn(1_452_800n), counterpartyId: 'ada-id' },
    ]);
  });

  it('belongs to its batch, has one id in both histories, and is booked only once', () => {
    expect(itemPaid(ngn(1n), ngn(1n)).booking()).toMatchObject({
      id: PAID,
      type: 'payroll',
      amount: ngn(1n),
      reference: BATCH,
      related: { type: 'payroll', id: BATCH },
      once: `payroll ${BATCH} 3`,
    });
  });

  it.each([
    [{ note: 'Bonus', batchName: 'November' }, 'Bonus'],
    [{ batchName: 'November' }, 'November'],
    [{}, undefined],
  ])('is described for %j as %p', (given, description) => {
    expect(itemPaid(ngn(1n), ngn(1n), given).booking().description).toBe(description);
  });
});
