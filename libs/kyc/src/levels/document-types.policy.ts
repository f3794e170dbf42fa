export const DOC_TYPES = [
  ...(['passport', 'national_id', 'drivers_license', 'selfie'] as const),
  ...(['address_proof', 'business_registration'] as const),
] as const;
export type DocType = (typeof DOC_TYPES)[number];

/** Documents that prove who a person is. One of them and a selfie make level 1. */
export const IDENTITY_TYPES: readonly DocType[] = ['passport', 'national_id', 'drivers_license'];

export type Tier = 1 | 2;

/** The tiers that a document can be uploaded for. */
export function tiersOf(docType: DocType): readonly Tier[] {
  if (docType === 'business_registration') return [1, 2];
  return docType === 'address_proof' ? [2] : [1];
}
