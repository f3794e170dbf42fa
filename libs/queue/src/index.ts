export * from './coalesced';
export * from './queue.module';
export { RelayWorker } from './relay-worker';
export * from './relay-worker.module';
export * from './work-queue';
