import { Money } from '@app/kernel';
import { PayrollItemPaid } from '../money/payroll-money.events';

/** Sample payroll events for tests. */
export const BATCH = '00000000-0000-7000-8000-0000000000b1';
export const EMPLOYER = '00000000-0000-7000-8000-0000000000b2';
export const EMPLOYEE = '00000000-0000-7000-8000-0000000000b3';
export const PAID = '00000000-0000-7000-8000-0000000000b4';

export function itemPaid(
  sent: Money,
  received: Money,
  { note = null, batchName = null }: { note?: string | null; batchName?: string | null } = {},
): PayrollItemPaid {
  return new PayrollItemPaid(BATCH, 'ada-id', 'live', {
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
