export * from './coalesced';
export { PostgresChannel } from './postgres-channel';
export * from './queue.module';
export { RelayWorker } from './relay-worker';
export * from './relay-worker.module';
export * from './work-queue';
