import type { Money } from '@app/kernel';
import type { Alert } from './chargeback-alerts.store';
import type { ChargebackFile } from './chargeback-files.store';
import type { ChargebackDecision, ChargebackStatus } from './chargeback.states';

/** What is shown of a chargeback. */
export interface ChargebackFacts {
  chargebackId: string;
  ownerId: string;
  mode: 'live' | 'test';
  sessionId: string | null;
  invoiceId: string | null;
  depositRef: string | null;
  gateway: string;
  gatewayTransactionId: string;
  providerId: string;
  status: ChargebackStatus;
  stage: number;
  face: Money;
  charge: Money;
  claimed: Money;
  debited: Money;
  owed: Money;
  excess: Money;
  escrowId: string | null;
  reason: string | null;
  respondBy: Date | null;
  decision: ChargebackDecision | null;
  comment: string | null;
  respondedAt: Date | null;
  sendAt: Date | null;
  tries: number;
  openedAt: Date;
  endedAt: Date | null;
}

/** A chargeback as its owner sees it. */
export function chargebackView(chargeback: ChargebackFacts) {
  const { face, claimed, debited, owed } = chargeback;
  return {
    chargeback_id: chargeback.chargebackId,
    session_id: chargeback.sessionId,
    invoice_id: chargeback.invoiceId,
    deposit_ref: chargeback.depositRef,
    status: chargeback.status,
    stage: chargeback.stage,
    amount: face.toJsonNumber(),
    currency: face.currency,
    claimed_amount: claimed.toJsonNumber(),
    claimed_currency: claimed.currency,
    debited_amount: debited.toJsonNumber(),
    owed_amount: owed.toJsonNumber(),
    escrow_uuid: chargeback.escrowId,
    reason: chargeback.reason,
    respond_by: chargeback.respondBy?.toISOString() ?? null,
    decision: chargeback.decision,
    comment: chargeback.comment,
    responded_at: chargeback.respondedAt?.toISOString() ?? null,
    is_test: chargeback.mode === 'test',
    opened_at: chargeback.openedAt.toISOString(),
    ended_at: chargeback.endedAt?.toISOString() ?? null,
  };
}

export function chargebackFileView({ id, bytes, created_at }: ChargebackFile) {
  return { file_id: id, bytes, created_at: created_at.toISOString() };
}

/** With the files that its owner has uploaded. */
export function chargebackDetailView(chargeback: ChargebackFacts, files: ChargebackFile[]) {
  return { ...chargebackView(chargeback), files: files.map(chargebackFileView) };
}

/** The same for staff, with what they need to ask the company. */
export function staffChargebackView(chargeback: ChargebackFacts) {
  const { sendAt, excess } = chargeback;
  return {
    ...chargebackView(chargeback),
    owner_id: chargeback.ownerId,
    gateway: chargeback.gateway,
    gateway_transaction_id: chargeback.gatewayTransactionId,
    provider_id: chargeback.providerId,
    excess_amount: excess.toJsonNumber(),
    answer_due_at: sendAt?.toISOString() ?? null,
    answer_tries: chargeback.tries,
  };
}

export function chargebackAlertView(alert: Alert) {
  return { ...alert, raised_at: alert.raised_at.toISOString() };
}
