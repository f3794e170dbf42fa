import type { ReportedChargeback } from '@app/charges';
import { minorFromResponse } from './amount.mapping';
import { fields, textField } from './gateway-answer.mapping';

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
 * id and transaction it throws `GatewayOutcomeUnknown`.
 */
export function chargebackFromResponse(value: unknown): ReportedChargeback {
  const data = fields(value);
  const [status, stage] = [lowerCase(data.status), lowerCase(data.stage)];
  const knownStage = STAGES.get(stage);
  const amountMinor = minorFromResponse(data.amount);
  return {
    id: textField(data, 'id'),
    gatewayTransactionId: textField(data, 'transaction_id'),
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

function lowerCase(value: unknown): string {
  return typeof value === 'string' ? value.toLowerCase().slice(0, 40) : '';
}

function instantOf(value: unknown): Date | null {
  const at = typeof value === 'string' ? new Date(value) : null;
  return at && !Number.isNaN(at.getTime()) ? at : null;
}
