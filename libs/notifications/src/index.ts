export * from './jobs/purge-notifications';
export { MailWorker } from './mail/mail-worker.service';
export * from './notifications.module';
export * from './notifications-worker.module';
export { SmsWorker } from './sms/sms-worker.service';
