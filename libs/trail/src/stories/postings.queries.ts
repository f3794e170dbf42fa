import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import type { Pool } from 'pg';
import type { StoryEntryRow } from './story-entry.view';
import type { StoryObjectRow, Viewer } from './story-objects.queries';

const READ = `
  WITH direct AS (
    SELECT journal_id FROM journal_links WHERE related_id = ANY ($1::text[]) AND related_type || ' ' || related_id = ANY ($2::text[])
    UNION
    SELECT journal_id FROM journal_links WHERE reference = ANY ($3::text[]) AND related_type || ' ' || reference = ANY ($4::text[])
    UNION
    SELECT journal_id FROM ledger.once WHERE key = ANY ($5::text[])
    UNION
    SELECT id FROM ledger.journals WHERE id = ANY ($6::uuid[])
  ), found AS (
    SELECT journal_id FROM direct
    UNION
    SELECT l.journal_id FROM direct d JOIN journal_links l ON l.related_id = d.journal_id::text AND l.related_type = 'journal'
  )
  SELECT j.created_at AS at, 'posting' AS kind, j.type AS name, true AS ok, coalesce(j.description, j.type) AS title,
         j.related_id AS object, j.id::text AS id, j.event_id, j.amount_minor, j.currency::text AS currency,
         jsonb_build_object('fee_minor', j.fee_minor::text, 'legs', legs.list) AS detail
    FROM found f JOIN ledger.journals j ON j.id = f.journal_id
   CROSS JOIN LATERAL (
     SELECT jsonb_agg(jsonb_strip_nulls(jsonb_build_object('account', a.code, 'owner_id', CASE WHEN $8 THEN a.owner_id END,
                                                            'amount_minor', g.amount::text, 'currency', a.currency)) ORDER BY g.place) AS list
       FROM unnest(j.accounts, j.amounts) WITH ORDINALITY AS g (account_id, amount, place)
       JOIN ledger.accounts a ON a.id = g.account_id
      WHERE $8::boolean OR a.owner_id = ANY ($7::uuid[])) legs
   WHERE legs.list IS NOT NULL
   ORDER BY j.created_at, j.id LIMIT $9`;

/** Reads the journals of objects, with the legs that the viewer may see: their own, or all for staff. */
@Injectable()
export class PostingsQueries {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  async of(objects: readonly StoryObjectRow[], viewer: Viewer, limit: number): Promise<StoryEntryRow[]> {
    const booked = objects.flatMap((object) => object.booked);
    const bookedAs = objects.flatMap((object) => object.booked_as);
    const journals = objects.filter(({ type }) => type === 'transfer' || type === 'transaction');
    const { rows } = await this.pool.query<StoryEntryRow>(READ, [
      booked.map(idIn),
      booked,
      bookedAs.map(idIn),
      bookedAs,
      objects.flatMap((object) => object.booked_once),
      journals.map(({ key }) => key),
      viewer === 'staff' ? [] : [viewer.ownerId],
      viewer === 'staff',
      limit,
    ]);
    return rows;
  }
}

/** The id in `<type> <id>`. */
const idIn = (name: string): string => name.slice(name.indexOf(' ') + 1);
