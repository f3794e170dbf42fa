import { serviceAccountId } from '@app/database';
import { Money } from '@app/kernel';
import { payrollPayment } from './payroll-bookings.policy';
import { BATCH, EMPLOYEE, EMPLOYER, itemPaid, PAID } from './payroll-events.samples';

const ngn = (minor: bigint) => new Money(minor, 'NGN');
const usd = (minor: bigint) => new Money(minor, 'USD');

describe('a row of a payroll', () => {
  it('moves its amount without a fee, each side the other’s counterparty', () => {
    const { legs, fee } = payrollPayment(itemPaid(ngn(50_000n), ngn(50_000n)));
    expect(legs).toEqual([
      { accountId: EMPLOYER, amount: ngn(-50_000n), counterpartyId: 'ben-id' },
      { accountId: EMPLOYEE, amount: ngn(50_000n), counterpartyId: 'ada-id' },
    ]);
    expect(fee).toEqual(ngn(0n));
  });

  it('between currencies goes through the pool of each', () => {
    expect(payrollPayment(itemPaid(usd(1000n), ngn(1_452_800n))).legs).toEqual([
      { accountId: EMPLOYER, amount: usd(-1000n), counterpartyId: 'ben-id' },
      { accountId: serviceAccountId('fx-pool', 'USD'), amount: usd(1000n) },
      { accountId: serviceAccountId('fx-pool', 'NGN'), amount: ngn(-1_452_800n) },
      { accountId: EMPLOYEE, amount: ngn(1_452_800n), counterpartyId: 'ada-id' },
    ]);
  });

  it('belongs to its batch, has one id in both histories, and is booked only once', () => {
    expect(payrollPayment(itemPaid(ngn(1n), ngn(1n)))).toMatchObject({
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
  ])('with %j is described as %p', (given, description) => {
    expect(payrollPayment(itemPaid(ngn(1n), ngn(1n), given)).description).toBe(description);
  });
});
