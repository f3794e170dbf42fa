export { ChangeNotifier, type Watch } from './changes/change-notifier';
export { InvalidationChannel, type InvalidatedCache } from './changes/invalidation-channel';
export type { DueSource, HeldLanes, Slot } from './due/due-source';
export { DueWorker } from './due/due-worker';
export { type DueList, eachDue } from './due/each-due';
export * from './queue.module';
export { Sweeper } from './runners/sweeper';
export * from './schedule/scheduled';
export * from './work-queue/work-queue';
