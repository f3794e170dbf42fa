import { csvLine } from '@app/http';
import type { ExportedTransaction } from '@app/wallet';

export const EXPORT_FORMATS = ['csv', 'json'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const COLUMNS = [
  'created_at',
  'uuid',
  'type',
  'direction',
  'amount',
  'fee',
  'currency',
  'status',
  'balance_after',
  'description',
  'reference',
  'counterparty_usertag',
  'counterparty_name',
  'wallet_id',
  'bucket',
  'metadata',
];

/** What an export begins with, puts between two rows, and ends with. */
export const EXPORT_FRAMES: Record<
  ExportFormat,
  { head: string; between: string; tail: string; type: string }
> = {
  csv: { head: csvLine(COLUMNS), between: '', tail: '', type: 'text/csv; charset=utf-8' },
  json: { head: '[', between: ',\n', tail: ']\n', type: 'application/json; charset=utf-8' },
};

/** One row: the record of a list as JSON, or its fields in the order of COLUMNS, amounts as decimal text without sign. */
export function exportRow(format: ExportFormat, { movement, view }: ExportedTransaction): string {
  if (format === 'json') return JSON.stringify(view);
  const { amount, fee, balanceAfter } = movement;
  const moved = amount.minor < 0n ? amount.negated().minus(fee) : amount;
  return csvLine([
    view.created_at,
    view.uuid,
    view.type,
    view.direction,
    moved.text,
    fee.text,
    view.currency,
    view.status,
    balanceAfter.text,
    view.description,
    view.reference,
    view.counterparty?.usertag ?? null,
    view.counterparty?.name ?? null,
    view.wallet_id,
    view.bucket,
    view.metadata && JSON.stringify(view.metadata),
  ]);
}
