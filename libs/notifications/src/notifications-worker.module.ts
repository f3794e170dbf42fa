import { Module } from '@nestjs/common';
import { Config } from '@app/config';
import { RefundTokensService } from '@app/checkout';
import { EscrowTokensService } from '@app/escrow';
import { LOGGER } from '@app/http';
import { InvoicesModule } from '@app/invoices';
import { Clock } from '@app/kernel';
import { SubscriptionsModule } from '@app/subscriptions';
import { RelayWorkerModule } from '@app/write-path';
import type { Logger } from 'pino';
import { InboxService } from './inbox/inbox.service';
import { PurgeNotifications } from './jobs/purge-notifications';
import { NotifyRecipients } from './listeners/notify-recipients';
import { LogMailer } from './mail/log-mailer.adapter';
import { SmtpMailer } from './mail/smtp-mailer.adapter';
import { MailComposerService } from './mail/mail-composer.service';
import { MailQueueService } from './mail/mail-queue.service';
import { MailWorkerService } from './mail/mail-worker.service';
import { Mailer } from './mail/mailer.port';
import { QueuePhoneCode } from './listeners/queue-phone-code';
import { SentMessagesService } from './sent-messages/sent-messages.service';
import { LogSms } from './sms/log-sms.adapter';
import { SmsQueueService } from './sms/sms-queue.service';
import { SmsSender } from './sms/sms-sender.port';
import { SmsWorkerService } from './sms/sms-worker.service';
import { TwilioSms } from './sms/twilio-sms.adapter';

/** For the scheduler: turns events into notifications, mails and text messages, and sends these. */
@Module({
  imports: [InvoicesModule, SubscriptionsModule, RelayWorkerModule],
  providers: [
    {
      provide: Mailer,
      inject: [Config, Clock, LOGGER, SentMessagesService],
      useFactory: mailerOf,
    },
    {
      provide: SmsSender,
      inject: [Config, LOGGER, SentMessagesService],
      useFactory: smsSenderOf,
    },
    InboxService,
    MailQueueService,
    MailComposerService,
    EscrowTokensService,
    RefundTokensService,
    MailWorkerService,
    NotifyRecipients,
    PurgeNotifications,
    QueuePhoneCode,
    SentMessagesService,
    SmsQueueService,
    SmsWorkerService,
  ],
  exports: [MailWorkerService, SmsWorkerService],
})
export class NotificationsWorkerModule {}

function mailerOf(config: Config, clock: Clock, logger: Logger, messages: SentMessagesService): Mailer {
  if (config.env.MAIL === 'smtp') return new SmtpMailer(config, clock);
  if (config.isProduction) logger.warn('MAIL=log: mails are written to this log and not sent');
  return new LogMailer(config, logger, messages);
}

function smsSenderOf(config: Config, logger: Logger, messages: SentMessagesService): SmsSender {
  if (config.env.SMS === 'twilio') return new TwilioSms(config);
  if (config.isProduction) logger.warn('SMS=log: text messages are written to this log and not sent');
  return new LogSms(config, logger, messages);
}
