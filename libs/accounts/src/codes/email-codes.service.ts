import { Inject, Injectable } from '@nestjs/common';
import { EventBus } from '@nestjs/cqrs';
import { POSTGRES_POOL } from '@app/database';
import { UnitOfWork } from '@app/write-path';
import { Clock } from '@app/kernel';
import type { Pool } from 'pg';
import { emailVerifiedAlready } from '../common/account.errors';
import { EmailCodeIssued } from '../common/account.events';
import { EmailTokensService } from './email-tokens.service';
import { OneTimeCodesStore } from './one-time-codes.store';

/** Codes that prove an e-mail address. */
@Injectable()
export class EmailCodesService extends OneTimeCodesStore {
  constructor(
    @Inject(POSTGRES_POOL) pool: Pool,
    unit: UnitOfWork,
    private readonly eventBus: EventBus,
    secrets: EmailTokensService,
    clock: Clock,
  ) {
    super(pool, unit, clock, {
      name: 'email_codes',
      kept: [],
      again: 'Ask for a new one (auth.php?action=resend-otp).',
      isCodeOf: (id, code) => secrets.isCodeOf(id, code),
    });
  }

  /** Stages a new code, which takes the place of any before it; it is mailed after the commit. */
  issue(userId: string): void {
    const { id: codeId, expiresAt } = this.stageCode(userId, {});
    this.eventBus.publish(
      new EmailCodeIssued(codeId, userId, 'live', { userId, codeId, expiresAt: expiresAt.toISOString() }),
    );
  }

  /** INVALID_STATE where the address is verified, because no code is open then. */
  protected override async refusalOf(userId: string, now: Date): Promise<Error> {
    const { rows } = await this.pool.query<{ verified: boolean }>(
      'SELECT email_verified_at IS NOT NULL AS verified FROM users WHERE id = $1',
      [userId],
    );
    return rows[0]?.verified ? emailVerifiedAlready() : super.refusalOf(userId, now);
  }
}
