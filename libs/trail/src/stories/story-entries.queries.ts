import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import type { Mode } from '@app/kernel';
import type { Pool } from 'pg';
import type { StoryEntryRow } from './story-entry.view';
import type { StoryObjectRow, Viewer } from './story-objects.queries';
import { StorySourcesService } from './story-sources.service';

/** Reads what all libs know of objects, in one query each. */
@Injectable()
export class StoryEntriesQueries {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly sources: StorySourcesService,
  ) {}

  /** The oldest entries. `viewers`: the accounts whose events are shown. */
  async of(
    objects: readonly StoryObjectRow[],
    viewers: readonly string[],
    { viewer, mode, limit }: { viewer: Viewer; mode: Mode; limit: number },
  ): Promise<StoryEntryRow[]> {
    return this.read(
      'SELECT $1::uuid[], $2::text[], $3::uuid[], $4::boolean, $5::text, $6::text[]',
      this.sources.entries,
      [
        objects.map(({ key }) => key),
        [...new Set(objects.flatMap(({ names, key }) => [...names, key]))],
        viewers,
        viewer === 'staff',
        mode,
        objects.flatMap(({ sent }) => sent),
      ],
      limit,
    );
  }

  /** Mails and notifications that these events caused. */
  async causedBy(
    eventIds: readonly string[],
    viewers: readonly string[],
    viewer: Viewer,
    limit: number,
  ): Promise<StoryEntryRow[]> {
    if (eventIds.length === 0) return [];
    const values = [[...new Set(eventIds)], viewers, viewer === 'staff'];
    return this.read('SELECT $1::uuid[], $2::uuid[], $3::boolean', this.sources.echoes, values, limit);
  }

  /** `parameters` names the type of each, as not every query uses all of them. */
  private async read(
    parameters: string,
    queries: readonly string[],
    values: unknown[],
    limit: number,
  ): Promise<StoryEntryRow[]> {
    if (queries.length === 0) return [];
    const { rows } = await this.pool.query<StoryEntryRow>(
      `WITH parameters AS (${parameters})
       SELECT * FROM (${queries.map((query) => `(${query})`).join(' UNION ALL ')}) e ORDER BY at, kind, id LIMIT ${limit}`,
      values,
    );
    return rows;
  }
}
