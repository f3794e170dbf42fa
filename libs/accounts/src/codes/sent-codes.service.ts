import { Injectable } from '@nestjs/common';
import { EmailChangeCodes } from './email-change-codes.service';
import { EmailCodes } from './email-codes.service';
import { PhoneCodes } from './phone-codes.service';

/** The codes of all kinds that were sent to an account. */
@Injectable()
export class SentCodes {
  constructor(
    private readonly emailCodes: EmailCodes,
    private readonly emailChanges: EmailChangeCodes,
    private readonly phoneCodes: PhoneCodes,
  ) {}

  /** Stages the end of every code of the account. */
  discard(userId: string): void {
    for (const codes of [this.emailCodes, this.emailChanges, this.phoneCodes]) codes.discard(userId);
  }
}
