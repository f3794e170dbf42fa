import { Injectable } from '@nestjs/common';
import { addSeconds, Clock } from '@app/kernel';
import { Scheduled } from '@app/queue';
import { DocumentStore } from '../store/document-store.port';

/** An upload is committed seconds after its files were put. */
const DAY_SECONDS = 24 * 3600;

/** Deletes files whose upload was interrupted between the store and the commit of its document. */
@Injectable()
@Scheduled({ every: '24h', name: 'delete files of interrupted uploads' })
export class DeleteUncommittedFiles {
  constructor(
    private readonly store: DocumentStore,
    private readonly clock: Clock,
  ) {}

  /** Returns the number of documents whose files it deleted. */
  run(): Promise<number> {
    return this.store.deleteUncommitted(addSeconds(this.clock.now(), -DAY_SECONDS));
  }
}
