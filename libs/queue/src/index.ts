export * from './coalesced';
export { News, type Watch } from './news';
export * from './queue.module';
export { RelayWorker } from './relay-worker';
export * from './relay-worker.module';
export * from './work-queue';
