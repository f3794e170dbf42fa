import type { HeldActionRow } from './held-actions.queries';

/** A held action as staff see it. `mayDecide`: whether the reader may approve or refuse it. */
export function heldActionView(row: HeldActionRow, mayDecide: boolean) {
  const { makerId, decidedBy, refusalCode } = row;
  return {
    approval_id: row.id,
    action: row.action,
    body: row.body,
    status: row.status,
    maker: { id: makerId, name: row.maker },
    made_at: row.madeAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    decided_by: decidedBy && { id: decidedBy, name: row.decider },
    decided_at: row.decidedAt?.toISOString() ?? null,
    reason: row.decisionReason,
    refusal: refusalCode && { error_code: refusalCode, message: row.refusalMessage },
    may_decide: mayDecide,
  };
}
