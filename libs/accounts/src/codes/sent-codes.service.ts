import { Injectable } from '@nestjs/common';
import { EmailChangeCodesService } from './email-change-codes.service';
import { EmailCodesService } from './email-codes.service';
import { PhoneCodesService } from './phone-codes.service';

/** The codes of all kinds that were sent to an account. */
@Injectable()
export class SentCodesService {
  constructor(
    private readonly emailCodes: EmailCodesService,
    private readonly emailChanges: EmailChangeCodesService,
    private readonly phoneCodes: PhoneCodesService,
  ) {}

  /** Stages the end of every code of the account. */
  discard(userId: string): void {
    for (const codes of [this.emailCodes, this.emailChanges, this.phoneCodes]) codes.discard(userId);
  }
}
