export { News, type Watch } from './changes/change-notifier';
export { HeardChanges, type Rememberer } from './changes/invalidation-channel';
export * from './queue.module';
export { RelayWorker } from './relay/relay-worker';
export * from './relay/relay-worker.module';
export * from './runners/coalesced';
export { eachDue } from './runners/each-due';
export * from './work-queue/work-queue';
