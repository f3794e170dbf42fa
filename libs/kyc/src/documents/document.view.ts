import type { User } from '@app/accounts';
import { LEVELS, type Level, missingFor, type Proofs } from '../levels/level.policy';
import { publicStatusOf } from './document.states';
import { dayOf, type KycDocument } from './kyc-document.aggregate';

/** A document as its owner sees it. */
export function documentView(document: KycDocument, now: Date) {
  const status = publicStatusOf(document.status);
  return {
    id: document.id,
    doc_type: document.docType,
    tier: document.tier,
    status,
    reject_reason: document.rejectReason,
    uploaded_at: document.uploadedAt,
    reviewed_at: document.reviewedAt,
    expires_on: document.expiresOn,
    expired: status === 'approved' && document.expiresOn !== null && document.expiresOn < dayOf(now),
    can_retry: status === 'rejected' && !document.isFinal,
    final: document.isFinal,
  };
}

interface KycState {
  user: User;
  documents: readonly KycDocument[];
  proofs: Proofs;
  usedTodayUsd: number;
}

/** Level, limits and documents by tier, the newest first. Withdrawn documents are not listed. */
export function statusView({ user, documents, proofs, usedTodayUsd }: KycState, now: Date) {
  const { label, dailyLimitUsd } = LEVELS[user.kycLevel as Level];
  const listed = documents
    .filter(({ status }) => publicStatusOf(status) !== null)
    .toSorted((a, b) => (a.id < b.id ? 1 : -1));
  return {
    level: user.kycLevel,
    label,
    status: user.kycStatus,
    daily_limit_usd: dailyLimitUsd,
    used_today_usd: usedTodayUsd,
    bvn_verified: proofs.isBvnVerified,
    kyb_status: user.kybStatus,
    tiers: ([1, 2] as const).map((tier) => ({
      tier,
      label: LEVELS[tier].label,
      daily_limit_usd: LEVELS[tier].dailyLimitUsd,
      missing: user.kycLevel >= tier ? [] : missingFor(tier, proofs),
      documents: listed.filter((one) => one.tier === tier).map((one) => documentView(one, now)),
    })),
  };
}
