import { Injectable } from '@nestjs/common';
import { Config, derivedKey, KeyedHash, Vault } from '@app/config';
import { SealedColumnsService } from '@app/database';
import { sha256 } from '@app/kernel';
import type { Bvn } from './bvn';
import type { BvnVerification } from './bvn-verification.aggregate';

/** What is kept of a verification: while it is open, and of a verified number the name of the registry. */
export interface BvnDetails {
  /** YYYY-MM-DD, as the person sent it. */
  dateOfBirth: string | null;
  consentUrl: string | null;
  /** Only of a verification that staff review: the two names. */
  review: { ours: string; theirs: string } | null;
  /** Of a verified number: the name of the registry, and the one that staff accepted beside it. */
  registered: readonly string[];
}

const PURPOSE = 'bvn verification';
const NONE: BvnDetails = { dateOfBirth: null, consentUrl: null, review: null, registered: [] };

/** Hashes numbers, and seals what is kept of a verification. */
@Injectable()
export class BvnSecretsService {
  private readonly peppered: KeyedHash;

  constructor(
    { env }: Config,
    private readonly vault: Vault,
    sealedColumns: SealedColumnsService,
  ) {
    sealedColumns.register({ table: 'bvn_verifications', column: 'details_ciphertext', purpose: PURPOSE });
    this.peppered = new KeyedHash(derivedKey(env.KYC_PEPPER, 'bvn'));
  }

  /** HMAC of the SHA-256. Eleven digits are found in seconds from a hash without a key. */
  hmacOf(bvn: Bvn): Buffer {
    return this.peppered.digest(sha256(bvn.digits).toString('hex'));
  }

  detailsOf({ id, detailsCiphertext }: Pick<BvnVerification, 'id' | 'detailsCiphertext'>): BvnDetails {
    if (detailsCiphertext === null) return NONE;
    return {
      ...NONE,
      ...(JSON.parse(this.vault.unseal(detailsCiphertext, PURPOSE, id)) as Partial<BvnDetails>),
    };
  }

  /** Changes what is kept of a verification. */
  keep(verification: BvnVerification, changes: Partial<BvnDetails>): void {
    const details = { ...this.detailsOf(verification), ...changes };
    verification.detailsCiphertext = this.vault.seal(JSON.stringify(details), PURPOSE, verification.id);
  }
}
