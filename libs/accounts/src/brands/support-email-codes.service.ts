import { Inject, Injectable } from '@nestjs/common';
import { EventBus } from '@nestjs/cqrs';
import { POSTGRES_POOL } from '@app/database';
import { Clock } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import type { Pool } from 'pg';
import { EmailTokensService } from '../codes/email-tokens.service';
import { OneTimeCodesStore } from '../codes/one-time-codes.store';
import { SupportEmailCodeIssued } from './brand.events';

/** Codes that prove the support address of a brand. The address before stays in force until then. */
@Injectable()
export class SupportEmailCodesService extends OneTimeCodesStore<{ email: string }> {
  constructor(
    @Inject(POSTGRES_POOL) pool: Pool,
    unit: UnitOfWork,
    private readonly eventBus: EventBus,
    secrets: EmailTokensService,
    private readonly time: Clock,
  ) {
    super(pool, unit, time, {
      name: 'support_email_codes',
      kept: ['email'],
      again: 'Send the address again (business.php?section=brand&action=update).',
      isCodeOf: (id, code) => secrets.isCodeOf(id, code),
    });
  }

  /** Stages a code for `email`. `isMailed`: whether the mailbox gets another mail today. */
  issue(ownerId: string, email: string, isMailed: boolean): void {
    const { id: codeId, expiresAt } = this.stageCode(ownerId, { email });
    const data = { ownerId, codeId, email, isMailed, expiresAt: expiresAt.toISOString() };
    this.eventBus.publish(new SupportEmailCodeIssued(codeId, ownerId, 'live', data));
  }

  /** The address that waits for its code; null where none does. */
  async unconfirmedOf(ownerId: string): Promise<string | null> {
    const { rows } = await this.pool.query<{ email: string }>(
      'SELECT email FROM support_email_codes WHERE user_id = $1 AND expires_at > $2',
      [ownerId, this.time.now()],
    );
    return rows[0]?.email ?? null;
  }
}
