import { Logger } from '@nestjs/common';
import { RefundTokensService } from '@app/checkout';
import { Config } from '@app/config';
import { type BrandQueries, EmailTokensService, type TeamInvitationsStore } from '@app/accounts';
import { EscrowTokensService } from '@app/escrow';
import type { InvoiceDocumentsService } from '@app/invoices';
import type { SubscriptionLinksService } from '@app/subscriptions';
import { type OutboxRelay } from '@app/write-path';
import { withTransaction } from '@app/database';
import { ManualClock } from '@app/kernel';
import { MailWorkerService } from '@app/notifications';
import type { WorkQueue } from '@app/queue';
import { MailComposerService } from '../../../libs/notifications/src/mail/mail-composer.service';
import { MailQueueService, type NewMail } from '../../../libs/notifications/src/mail/mail-queue.service';
import { SmtpMailer } from '../../../libs/notifications/src/mail/smtp-mailer.adapter';
import { Books, newId } from '../../support/books';

export interface MailRow {
  id: string;
  status: string;
  attempts: number;
  due_at: Date | null;
  claim: string | null;
  last_error: string | null;
}

/** The queue and its workers without an app around them: a test runs them, as many as it wants. */
export class MailStack {
  readonly clock = new ManualClock();

  private constructor(readonly books: Books) {}

  static async open(): Promise<MailStack> {
    Logger.overrideLogger(false);
    return new MailStack(await Books.open());
  }

  queue(env: Record<string, string> = {}): MailQueueService {
    return new MailQueueService(this.books.app, this.clock, configOf(env));
  }

  /** What one process of the scheduler holds. Making another is what a restart does. */
  worker(smtpUrl: string, env: Record<string, string> = {}): MailWorkerService {
    const config = configOf({ SMTP_URL: smtpUrl, ...env });
    return new MailWorkerService(
      this.queue(env),
      new MailComposerService(
        config,
        new EmailTokensService(config),
        {} as TeamInvitationsStore,
        new EscrowTokensService(config),
        new RefundTokensService(config),
        {} as InvoiceDocumentsService,
        {} as SubscriptionLinksService,
        {} as BrandQueries,
      ),
      new SmtpMailer(config, this.clock),
      {} as WorkQueue,
      {} as OutboxRelay,
      this.clock,
    );
  }

  /** Leaves a mail due and returns the address it goes to. */
  async add(fields: Partial<NewMail> = {}): Promise<string> {
    const eventId = newId();
    const mail: NewMail = {
      eventId,
      type: 'deposit.confirmed',
      ownerId: null,
      businessId: null,
      recipient: `reader-${eventId}@example.com`,
      language: 'en',
      facts: { tx_ref: 'dep_1', amount: { minor: '250000', currency: 'NGN' } },
      expiresAt: null,
      ...fields,
    };
    await withTransaction(this.books.app, (tx) => this.queue().add(tx, [mail]));
    return mail.recipient;
  }

  async rowOf(recipient: string): Promise<MailRow> {
    const { rows } = await this.books.owner.query<MailRow>('SELECT * FROM mails WHERE recipient = $1', [
      recipient,
    ]);
    if (rows.length !== 1) throw new Error(`${rows.length} mails to ${recipient}`);
    return rows[0]!;
  }

  /** Seconds from now to the next try. */
  async waitOf(recipient: string): Promise<number> {
    const { due_at: dueAt } = await this.rowOf(recipient);
    return Math.round((dueAt!.getTime() - this.clock.now().getTime()) / 1000);
  }
}

export function configOf(env: Record<string, string>): Config {
  return Config.from({
    NODE_ENV: 'test',
    MAIL: 'smtp',
    SMTP_URL: 'smtp://127.0.0.1:1',
    SMTP_TIMEOUT_SECONDS: '60',
    MAIL_FROM: 'Payments <no-reply@pay.example>',
    ...env,
  });
}
