import { csvLine } from '../../../../../../http/src/wire/csv';
import { faultOf, type Page, read, saveFile, t, toast, useState } from '../../kit';
import type { Payment } from '../../wire';
import { stateOf } from './payment-state';

const PER_PAGE = 100;
const MAX_ROWS = 2000;

type Filters = Record<string, string | undefined>;

async function rowsOf(filters: Filters): Promise<Payment[]> {
  const rows: Payment[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null && rows.length < MAX_ROWS) {
    const answer: Page<Payment> = await read('payments', { ...filters, cursor, per_page: PER_PAGE });
    rows.push(...answer.data);
    cursor = answer.next_cursor;
  }
  return rows.slice(0, MAX_ROWS);
}

/** Saves the payments of the list, with its filters, as CSV: up to 2,000 of them, the newest first. */
export function ExportButton({ filters }: { filters: Filters }) {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const head = ['session_id', 'created_at', 'paid_at', 'state', 'amount', 'currency', 'refunded_amount'];
      const rows = (await rowsOf(filters)).map((payment) => [
        payment.session_id,
        payment.created_at,
        payment.paid_at,
        stateOf(payment),
        payment.amount,
        payment.currency,
        payment.refunded_amount,
        payment.order_ref,
        payment.description,
        payment.customer?.email ?? null,
        payment.customer?.name ?? null,
        payment.payment_method,
        payment.card_brand,
        payment.card_last4,
        payment.failure,
      ]);
      const names = [
        ...head,
        'order_ref',
        'description',
        'customer_email',
        'customer_name',
        'payment_method',
        'card_brand',
        'card_last4',
        'failure',
      ];
      saveFile(new Blob([[names, ...rows].map(csvLine).join('')], { type: 'text/csv' }), 'payments.csv');
    } catch (error) {
      toast(faultOf(error).message || t('fault.unknown'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <button type="button" class="button" aria-disabled={isBusy} onClick={() => void (isBusy || save())}>
      {isBusy ? t('busy') : t('export.csv')}
    </button>
  );
}
