import { Module } from '@nestjs/common';
import { Config } from '@app/config';
import { EscrowTokens } from '@app/escrow';
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
      useFactory: mailerOf,
    },
    ...[Inbox, MailQueue, MailComposer, EscrowTokens, MailWorker],
    ...[WhenAnythingHappens, ForgetOldNotices],
  ],
  exports: [MailWorker, ForgetOldNotices],
})
export class NotificationsWorkerModule {}

function mailerOf(config: Config, clock: Clock, logger: Logger): Mailer {
  if (config.env.MAIL === 'smtp') return new SmtpMailer(config, clock);
  if (config.isProduction) logger.warn('MAIL=log: mails are noted in this log and reach nobody');
  return new LogMailer(config, logger);
}
