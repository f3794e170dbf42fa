import { Inject, Injectable } from '@nestjs/common';
import { EventBus } from '@nestjs/cqrs';
import { POSTGRES_POOL } from '@app/database';
import { UnitOfWork } from '@app/write-path';
import { Clock } from '@app/kernel';
import type { Pool } from 'pg';
import { PhoneCodeIssued } from '../common/account.events';
import { EmailTokensService } from './email-tokens.service';
import { OneTimeCodesStore } from './one-time-codes.store';

/** Codes that prove a phone number, each for the number it was sent to. */
@Injectable()
export class PhoneCodesService extends OneTimeCodesStore<{ phone: string }> {
  constructor(
    @Inject(POSTGRES_POOL) pool: Pool,
    unit: UnitOfWork,
    private readonly eventBus: EventBus,
    secrets: EmailTokensService,
    clock: Clock,
  ) {
    super(pool, unit, clock, {
      name: 'phone_codes',
      kept: ['phone'],
      again: 'Ask for a new one (auth.php?action=resend-phone-otp).',
      isCodeOf: (id, code) => secrets.isPhoneCodeOf(id, code),
    });
  }

  /** Stages a new code, which takes the place of any before it; it is sent after the commit. */
  issue(userId: string, phone: string): void {
    const { id: codeId, expiresAt } = this.stageCode(userId, { phone });
    const data = { userId, codeId, phone, expiresAt: expiresAt.toISOString() };
    this.eventBus.publish(new PhoneCodeIssued(codeId, userId, 'live', data));
  }
}
