import type { ReportedChargeback } from '@app/charges';
import { minorFromResponse } from './amount.mapping';
import { fields } from './gateway-answer.mapping';

const STATUSES = new Map<string, ReportedChargeback['status']>([
  ['initiated', 'opened'],
  ['pending', 'opened'],
  ['accepted', 'accepted'],
  ['declined', 'contested'],
  ['won', 'won'],
  ['lost', 'lost'],
]);
const STAGES = new Map([
  ['new', 1],
  ['second', 2],
]);
const MAX_REASON = 500;

/**
 * Reads a chargeback of the gateway. An amount, status or stage that makes no sense is null or makes the status null; without
 * id and transaction nothing can be read.
 */
export function chargebackFromResponse(value: unknown): ReportedChargeback | null {
  const data = fields(value);
  const [id, gatewayTransactionId] = [nameOf(data.id), nameOf(data.transaction_id)];
  if (id === null || gatewayTransactionId === null) return null;
  const [status, stage] = [lowerCase(data.status), lowerCase(data.stage)];
  const knownStage = STAGES.get(stage);
  const amountMinor = minorFromResponse(data.amount);
  return {
    id,
    gatewayTransactionId,
    stage: knownStage ?? 1,
    amountMinor: amountMinor === 0n ? null : amountMinor,
    currency: typeof data.currency === 'string' ? data.currency.toUpperCase() : null,
    status: knownStage === undefined ? null : (STATUSES.get(status) ?? null),
    words: `${status || 'no status'}, ${stage || 'no stage'}`,
    reason:
      typeof data.comment === 'string' && data.comment !== '' ? data.comment.slice(0, MAX_REASON) : null,
    respondBy: instantOf(data.due_date),
  };
}

function nameOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

function lowerCase(value: unknown): string {
  return typeof value === 'string' ? value.toLowerCase().slice(0, 40) : '';
}

function instantOf(value: unknown): Date | null {
  const at = typeof value === 'string' ? new Date(value) : null;
  return at && !Number.isNaN(at.getTime()) ? at : null;
}
