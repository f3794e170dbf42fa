import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { type Listing, Page, type PageQuery } from '@app/http';
import type { Pool } from 'pg';
import type { NoteView } from './note.view';

const LIST: Listing = {
  name: 'notes',
  rows: 'notes n',
  where: 'n.object_id = $1',
  order: 'n.created_at DESC, n.id DESC',
  columns: 'n.id, n.object_id, n.staff_id, n.text, n.created_at',
};

/** Reads the notes of an object. */
@Injectable()
export class NotesQueries {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  /** Newest first. */
  list(objectId: string, query: PageQuery): Promise<Page<NoteView>> {
    return Page.read(this.pool, LIST, [objectId], query);
  }
}
