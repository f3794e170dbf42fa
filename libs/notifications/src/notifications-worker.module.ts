import { Module } from '@nestjs/common';
import { Config } from '@app/config';
import { LOGGER } from '@app/http';
import { Clock } from '@app/kernel';
import { RelayWorkerModule } from '@app/queue';
import type { Logger } from 'pino';
import { Inbox } from './inbox';
import { ForgetOldNotices } from './jobs/forget-old-notices';
import { WhenAnythingHappens } from './listeners/when-anything-happens';
import { LogMailer } from './log-mailer';
import { MailComposer } from './mail-composer';
import { MailQueue } from './mail-queue';
import { MailWorker } from './mail-worker';
import { Mailer } from './mailer.port';
import { SmtpMailer } from './smtp-mailer';

/** Tells people what happened, and sends the mails. */
@Module({
  imports: [RelayWorkerModule],
  providers: [
    {
      provide: Mailer,
      inject: [Config, Clock, LOGGER],
      useFactory: (config: Config, clock: Clock, logger: Logger) =>
        config.env.MAIL === 'smtp' ? new SmtpMailer(config, clock) : new LogMailer(config, logger),
    },
    ...[Inbox, MailQueue, MailComposer, MailWorker, WhenAnythingHappens, ForgetOldNotices],
  ],
  exports: [MailWorker, ForgetOldNotices],
})
export class NotificationsWorkerModule {}
