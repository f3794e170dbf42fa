import { Inject, Injectable } from '@nestjs/common';
import { EventBus } from '@nestjs/cqrs';
import { POSTGRES_POOL } from '@app/database';
import { UnitOfWork } from '@app/write-path';
import { Clock } from '@app/kernel';
import type { Pool } from 'pg';
import { EmailChangeRequested } from '../common/account.events';
import { EmailTokensService } from './email-tokens.service';
import { OneTimeCodesStore } from './one-time-codes.store';

/** The account whose address changes. */
interface Holder {
  id: string;
  email: string;
  emailVerifiedAt: Date | null;
}

/** Codes that prove the address to which an account changes. The address before stays in force until then. */
@Injectable()
export class EmailChangeCodesService extends OneTimeCodesStore<{ new_email: string }> {
  constructor(
    @Inject(POSTGRES_POOL) pool: Pool,
    unit: UnitOfWork,
    private readonly eventBus: EventBus,
    secrets: EmailTokensService,
    clock: Clock,
  ) {
    super(pool, unit, clock, {
      name: 'email_changes',
      kept: ['new_email'],
      again: 'Ask for a new one (auth.php?action=change-email).',
      isCodeOf: (id, code) => secrets.isCodeOf(id, code),
    });
  }

  /**
   * Stages a code for `to`. Whether the address has an account is looked up when the mail is written, so that the
   * response reveals nothing. `isMailed`: whether the mailbox gets another mail today.
   */
  issue({ id: userId, email: from, emailVerifiedAt }: Holder, to: string, isMailed: boolean): void {
    const { id: changeId, expiresAt } = this.stageCode(userId, { new_email: to });
    const fromVerified = emailVerifiedAt !== null;
    const data = { userId, changeId, from, fromVerified, to, isMailed, expiresAt: expiresAt.toISOString() };
    this.eventBus.publish(new EmailChangeRequested(changeId, userId, 'live', data));
  }
}
