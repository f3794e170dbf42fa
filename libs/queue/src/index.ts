export * from './coalesced';
export * from './queue.module';
export * from './relay-worker.module';
export * from './work-queue';
