import { DOC_TYPES, type DocType } from './document-types.policy';
import { type Level, levelOf, missingFor, type Proofs } from './level.policy';

const proofs = (inForce: DocType[], isBvnVerified = false, countryCode = 'NG'): Proofs => ({
  inForce: new Set(inForce),
  isBvnVerified,
  countryCode,
});

describe('The level', () => {
  it.each<[Level, DocType[], boolean, string]>([
    [0, [], false, 'NG'],
    [0, ['passport'], true, 'NG'],
    [0, ['selfie', 'address_proof'], true, 'NG'],
    [0, ['business_registration', 'selfie'], true, 'NG'],
    [1, ['passport', 'selfie'], false, 'NG'],
    [1, ['national_id', 'selfie'], true, 'NG'],
    [1, ['drivers_license', 'selfie', 'address_proof'], false, 'NG'],
    [2, ['drivers_license', 'selfie', 'address_proof'], true, 'NG'],
    [2, ['passport', 'selfie', 'address_proof'], false, 'KE'],
    [0, ['address_proof'], true, 'KE'],
  ])('is %i with %j, BVN %s, in %s', (level, inForce, isBvnVerified, country) => {
    expect(levelOf(proofs(inForce, isBvnVerified, country))).toBe(level);
  });

  it('never falls by another document in force', () => {
    for (let set = 0; set < 2 ** DOC_TYPES.length; set++) {
      const held = DOC_TYPES.filter((_, i) => set & (2 ** i));
      for (const more of DOC_TYPES)
        expect(levelOf(proofs([...held, more], true))).toBeGreaterThanOrEqual(levelOf(proofs(held, true)));
    }
  });

  it('names what is missing', () => {
    expect(missingFor(1, proofs([]))).toEqual(['identity_document', 'selfie']);
    expect(missingFor(2, proofs(['address_proof']))).toEqual(['bvn']);
    expect(missingFor(2, proofs([], false, 'GH'))).toEqual(['address_proof']);
  });
});
