import { Module } from '@nestjs/common';
import { OutboxRelay } from './outbox-relay';
import { RelayWorker } from './relay-worker';

/** Runs the outbox relay as a worker of this process. */
@Module({ providers: [OutboxRelay, RelayWorker], exports: [OutboxRelay, RelayWorker] })
export class RelayWorkerModule {}
