import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@app/write-path';
import { addSeconds, Clock, type Mode, randomAlphanumeric, Times } from '@app/kernel';
import type { MerchantApp } from './merchant-app.aggregate';

/** 43 letters and digits carry 256 random bits. */
const RANDOM_LENGTH = 43;

/** Secret and public prefixes by mode. In test mode the checkout's older names are keys beside the others. */
const PREFIXES: Record<Mode, { secret: string[]; public: string[] }> = {
  live: { secret: ['sk_live_'], public: ['pk_live_'] },
  test: { secret: ['sk_test_', 'ck_sec_'], public: ['pk_test_', 'ck_pub_'] },
};

/** SQL: a time that is over in real and in business time; $2 is the real time. */
const ENDED = 'least($2::timestamptz, (SELECT frozen_at FROM test_clocks tc WHERE tc.id = k.app_id))';

export interface SecretKeys {
  secretKey: string;
  /** Test mode only. */
  checkoutSecretKey: string | null;
}

export interface PublicKeys {
  publicKey: string;
  checkoutPublicKey: string | null;
}

export function hashOfKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** Issues and ends keys within a command. Of secret keys only the SHA-256 is stored. */
@Injectable()
export class ApiKeysService {
  constructor(
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
    private readonly times: Times,
  ) {}

  issueSecrets(app: MerchantApp): SecretKeys {
    const [secretKey, checkoutSecretKey = null] = PREFIXES[app.mode].secret.map((prefix) =>
      this.issue(app, 'secret', prefix),
    );
    return { secretKey: secretKey!, checkoutSecretKey };
  }

  issuePublic(app: MerchantApp): PublicKeys {
    const [publicKey, checkoutPublicKey = null] = PREFIXES[app.mode].public.map((prefix) =>
      this.issue(app, 'public', prefix),
    );
    return { publicKey: publicKey!, checkoutPublicKey };
  }

  /** The app's current secrets work for `graceSeconds` more; those that are in an earlier grace end now. */
  async retireSecrets({ id, mode }: MerchantApp, graceSeconds: number): Promise<Date> {
    const now = await this.times.of({ mode, appId: id });
    const expiresAt = addSeconds(now, graceSeconds);
    this.unit.stage({
      sql: `UPDATE api_keys SET expires_at = CASE WHEN expires_at IS NULL THEN $3 ELSE $2 END::timestamptz
             WHERE app_id = $1 AND kind = 'secret' AND (expires_at IS NULL OR expires_at > $2)`,
      parameters: [id, now, expiresAt],
    });
    return expiresAt;
  }

  /** Every key of the app ends now, also where its test clock is behind. */
  end({ id }: MerchantApp): void {
    this.unit.stage({
      sql: `UPDATE api_keys k SET expires_at = ${ENDED}
             WHERE app_id = $1 AND (expires_at IS NULL OR expires_at > ${ENDED})`,
      parameters: [id, this.clock.now()],
    });
  }

  /** Every key of the account ends now. */
  endAll(ownerId: string): void {
    this.unit.stage({
      sql: `UPDATE api_keys k SET expires_at = ${ENDED}
             WHERE owner_id = $1 AND (expires_at IS NULL OR expires_at > ${ENDED})`,
      parameters: [ownerId, this.clock.now()],
    });
  }

  private issue({ id, ownerId }: MerchantApp, kind: 'secret' | 'public', prefix: string): string {
    const key = prefix + randomAlphanumeric(RANDOM_LENGTH);
    this.unit.stage({
      sql: `INSERT INTO api_keys (hash, app_id, owner_id, kind, prefix, last4, public_key, created_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      parameters: [
        hashOfKey(key),
        id,
        ownerId,
        kind,
        prefix,
        key.slice(-4),
        kind === 'public' ? key : null,
        this.clock.now(),
      ],
      expectedRows: 1,
    });
    return key;
  }
}
