export * from './jobs/forget-old-notices';
export { MailWorker } from './mail-worker';
export * from './notifications.controller';
export * from './notifications.module';
export * from './notifications-worker.module';
