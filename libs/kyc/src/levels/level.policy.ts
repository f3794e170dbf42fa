import { type DocType, IDENTITY_TYPES } from './document-types.policy';

export type Level = 0 | 1 | 2;

/** Name and daily limit of outgoing payments in USD (specification, "KYC levels"). */
export const LEVELS: Readonly<Record<Level, { label: string; dailyLimitUsd: number }>> = {
  0: { label: 'Starter', dailyLimitUsd: 200 },
  1: { label: 'Standard', dailyLimitUsd: 5_000 },
  2: { label: 'Verified', dailyLimitUsd: 50_000 },
};

/** What the level of a person depends on. */
export interface Proofs {
  /** Types of the approved documents that have not expired. */
  inForce: ReadonlySet<DocType>;
  isBvnVerified: boolean;
  countryCode: string;
}

/** Step towards a level. */
export type MissingStep = 'identity_document' | 'selfie' | 'address_proof' | 'bvn';

/** Level 1: an identity document and a selfie. Level 2: also a proof of address and, in Nigeria, a verified BVN. */
export function levelOf(proofs: Proofs): Level {
  if (missingFor(1, proofs).length > 0) return 0;
  return missingFor(2, proofs).length > 0 ? 1 : 2;
}

/** The steps of this tier that are not done. */
export function missingFor(tier: 1 | 2, { inForce, isBvnVerified, countryCode }: Proofs): MissingStep[] {
  const steps: [MissingStep, boolean][] =
    tier === 1
      ? [
          ['identity_document', IDENTITY_TYPES.some((docType) => inForce.has(docType))],
          ['selfie', inForce.has('selfie')],
        ]
      : [
          ['address_proof', inForce.has('address_proof')],
          ['bvn', isBvnVerified || countryCode !== 'NG'],
        ];
  return steps.flatMap(([step, isDone]) => (isDone ? [] : [step]));
}
