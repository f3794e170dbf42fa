export * from './jobs/purge-notifications';
export { MailWorkerService } from './mail/mail-worker.service';
export * from './notifications.module';
export * from './notifications-worker.module';
export * from './sent-messages.module';
export { SmsWorkerService } from './sms/sms-worker.service';
export * from './notification.story';
