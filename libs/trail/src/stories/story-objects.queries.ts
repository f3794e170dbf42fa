import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { type Currency, isUuid, type Mode } from '@app/kernel';
import type { Pool } from 'pg';
import { objectsWhere } from './story-select.mapping';
import type { StoryObjects, StoryType } from './story-source.port';
import { StorySourcesService } from './story-sources.service';

export interface StoryObjectRow {
  type: StoryType;
  id: string;
  key: string;
  parties: string[];
  mode: Mode;
  status: string;
  /** Null where it has none, e.g. a link whose amount the payer chooses. */
  amount_minor: string | null;
  currency: Currency | null;
  title: string | null;
  at: Date;
  names: string[];
  links: string[];
  booked: string[];
  booked_as: string[];
  booked_once: string[];
  sent: string[];
}

/** Who asks: an account in a mode, or staff. */
export type Viewer = { ownerId: string; mode: Mode } | 'staff';

/** Objects of one kind that belong to another one: more are in its list. */
const MAX_PARTS = 50;
const MAX_FOUND = 50;

/** Finds the objects of all libs by their names. */
@Injectable()
export class StoryObjectsQueries {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly sources: StorySourcesService,
  ) {}

  /** The objects with one of these ids that the viewer may see. */
  byIds(ids: readonly string[], viewer: Viewer): Promise<StoryObjectRow[]> {
    return this.read(({ byId }) => [byId], ids, viewer, MAX_FOUND);
  }

  /** The parts of objects, the newest of each kind, and what the objects belong to. */
  relatives(objects: readonly StoryObjectRow[], viewer: Viewer): Promise<StoryObjectRow[]> {
    const links = new Set(objects.flatMap((object) => object.links));
    const names = [...new Set(objects.flatMap(({ names: own, key }) => [...own, key]))];
    return this.read(({ byParent = [] }) => byParent, names, viewer, MAX_PARTS, [...links]);
  }

  /** What staff find by any id, reference or e-mail address, the newest first. */
  search(text: string): Promise<StoryObjectRow[]> {
    return this.read(({ byId, search = [] }) => [byId, ...search], [text], 'staff', MAX_FOUND);
  }

  private async read(
    conditionsOf: (source: StoryObjects) => readonly string[],
    names: readonly string[],
    viewer: Viewer,
    limit: number,
    links: readonly string[] = [],
  ): Promise<StoryObjectRow[]> {
    const isStaff = viewer === 'staff';
    const arms = this.sources.objects
      .filter(({ isForStaff }) => isStaff || !isForStaff)
      .flatMap((source) =>
        [...conditionsOf(source), ...(links.length > 0 ? [linked(source.byId)] : [])].map((condition) =>
          part(source, condition, limit),
        ),
      );
    const owners = isStaff ? [] : [viewer.ownerId];
    const text = names[0] ?? '';
    const { rows } = await this.pool.query<StoryObjectRow>(
      `WITH parameters AS (SELECT $1::text[], $2::uuid[], $3::uuid[], $4::boolean, $5::text, $6::text[], $7::uuid[])
       SELECT * FROM (${arms.join(' UNION ALL ')}) o
        WHERE ($4 OR (o.parties && $3 AND o.mode = $8::text)) ORDER BY at DESC, type, id LIMIT 500`,
      [
        names,
        names.filter(isUuid),
        owners,
        isStaff,
        text.includes('@') ? text.toLowerCase() : null,
        links,
        links.filter(isUuid),
        isStaff ? 'live' : viewer.mode,
      ],
    );
    return [...new Map(rows.map((row) => [`${row.type} ${row.key}`, row])).values()];
  }
}

const part = (source: StoryObjects, condition: string, limit: number): string =>
  `(${objectsWhere(source, `(${condition})`)} ORDER BY ${source.columns.at} DESC LIMIT ${limit})`;

/** The same condition on the links of the objects instead of their names. */
const linked = (condition: string): string =>
  condition.replace(/\$([12])\b/g, (_, place) => `$${+place + 5}`);
