export { ChangeNotifier, type Watch } from './changes/change-notifier';
export { InvalidationChannel, type InvalidatedCache } from './changes/invalidation-channel';
export * from './queue.module';
export { RelayWorker } from './relay/relay-worker';
export * from './relay/relay-worker.module';
export * from './runners/coalesced';
export { eachDue } from './runners/each-due';
export * from './work-queue/work-queue';
