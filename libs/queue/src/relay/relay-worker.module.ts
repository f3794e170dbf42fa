import { Module } from '@nestjs/common';
import { OutboxRelay } from '@app/write-path';
import { RelayWorker } from './relay-worker';

/** Runs the outbox relay as a worker of this process. */
@Module({ providers: [OutboxRelay, RelayWorker], exports: [OutboxRelay, RelayWorker] })
export class RelayWorkerModule {}
