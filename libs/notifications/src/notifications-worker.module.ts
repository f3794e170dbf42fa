import { Module } from '@nestjs/common';
import { Config } from '@app/config';
import { EscrowTokens } from '@app/escrow';
import { LOGGER } from '@app/http';
import { Clock } from '@app/kernel';
import { RelayWorkerModule } from '@app/queue';
import type { Logger } from 'pino';
import { Inbox } from './inbox/inbox.service';
import { PurgeNotifications } from './jobs/purge-notifications';
import { NotifyRecipients } from './listeners/notify-recipients';
import { LogMailer } from './mail/log-mailer.adapter';
import { SmtpMailer } from './mail/smtp-mailer.adapter';
import { MailComposer } from './mail/mail-composer.service';
import { MailQueue } from './mail/mail-queue.service';
import { MailWorker } from './mail/mail-worker.service';
import { Mailer } from './mail/mailer.port';

/** For the scheduler: turns events into notifications and mails, and sends the mails. */
@Module({
  imports: [RelayWorkerModule],
  providers: [
    {
      provide: Mailer,
      inject: [Config, Clock, LOGGER],
      useFactory: mailerOf,
    },
    Inbox,
    MailQueue,
    MailComposer,
    EscrowTokens,
    MailWorker,
    NotifyRecipients,
    PurgeNotifications,
  ],
  exports: [MailWorker, PurgeNotifications],
})
export class NotificationsWorkerModule {}

function mailerOf(config: Config, clock: Clock, logger: Logger): Mailer {
  if (config.env.MAIL === 'smtp') return new SmtpMailer(config, clock);
  if (config.isProduction) logger.warn('MAIL=log: mails are written to this log and not sent');
  return new LogMailer(config, logger);
}
