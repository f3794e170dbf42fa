import { EventsHandler } from '@nestjs/cqrs';
import { mailRecipientsById, PhoneCodeIssued } from '@app/accounts';
import { AfterCommit, type AfterCommitHandler, type StoredEvent } from '@app/write-path';
import type { PoolClient } from 'pg';
import { SmsQueueService } from '../sms/sms-queue.service';

/** Queues the text message with a code for a phone number, in the language of the account. */
@EventsHandler(PhoneCodeIssued)
@AfterCommit('queue-phone-code')
export class QueuePhoneCode implements AfterCommitHandler<PhoneCodeIssued> {
  constructor(private readonly messages: SmsQueueService) {}

  async handle({ id, data }: StoredEvent<PhoneCodeIssued>, tx: PoolClient): Promise<void> {
    const { userId, codeId, phone, expiresAt } = data;
    const account = (await mailRecipientsById(tx, [userId])).get(userId);
    if (!account || account.frozen) return;
    const { language } = account.preferences;
    await this.messages.add(tx, { id, userId, phone, codeId, language, expiresAt });
  }
}
