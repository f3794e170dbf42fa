import { Injectable } from '@nestjs/common';
import { Config, derivedKey, KeyedHash, Vault } from '@app/config';
import { SealedColumnsService } from '@app/database';
import { canonicalJson } from '@app/kernel';
import { noRegistrationNumber } from './kyb.errors';
import type { KybSubmission } from './kyb-submission.aggregate';

/** What a business submits. Of a sole trader it is personal data, so it is sealed. */
export interface KybDetails {
  legalName: string;
  registrationNumber: string;
  address: string;
}

const PURPOSE = 'kyb submission';

/** Seals submissions, and recognises equal ones by keyed hashes. */
@Injectable()
export class KybSecretsService {
  private readonly contents: KeyedHash;
  private readonly registrations: KeyedHash;

  constructor(
    { env }: Config,
    private readonly vault: Vault,
    sealedColumns: SealedColumnsService,
  ) {
    sealedColumns.register({ table: 'kyb_submissions', column: 'details_ciphertext', purpose: PURPOSE });
    this.contents = new KeyedHash(derivedKey(env.KYC_PEPPER, 'kyb content'));
    this.registrations = new KeyedHash(derivedKey(env.KYC_PEPPER, 'kyb registration'));
  }

  contentHmacOf(userId: string, countryCode: string, details: KybDetails): Buffer {
    return this.contents.digest(canonicalJson({ userId, countryCode, ...details }));
  }

  /** The same for every way of writing a number, e.g. `RC 123-456` and `rc123456`. Throws VALIDATION_ERROR. */
  registrationHmacOf(countryCode: string, registrationNumber: string): Buffer {
    const normal = registrationNumber
      .normalize('NFKC')
      .toUpperCase()
      .replace(/[^\p{L}\p{N}]+/gu, '');
    if (normal === '') throw noRegistrationNumber();
    return this.registrations.digest(`${countryCode} ${normal}`);
  }

  seal(submission: KybSubmission, details: KybDetails): void {
    submission.detailsCiphertext = this.vault.seal(JSON.stringify(details), PURPOSE, submission.id);
  }

  /** Null when the details are erased. */
  detailsOf({ id, detailsCiphertext }: Pick<KybSubmission, 'id' | 'detailsCiphertext'>): KybDetails | null {
    if (detailsCiphertext === null) return null;
    return JSON.parse(this.vault.unseal(detailsCiphertext, PURPOSE, id)) as KybDetails;
  }
}
