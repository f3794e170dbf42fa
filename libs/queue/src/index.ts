export * from './coalesced';
export { eachDue } from './each-due';
export { HeardChanges, type Rememberer } from './heard-changes';
export { News, type Watch } from './news';
export * from './queue.module';
export { RelayWorker } from './relay-worker';
export * from './relay-worker.module';
export * from './work-queue';
