import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { addSeconds, Clock } from '@app/kernel';
import type { Pool } from 'pg';

/** Seconds in which people are counted, and in which administrators are alerted of one member of staff once. */
export const VIEW_SECONDS = 3600;
/** More people than this are reported. */
export const MAX_PEOPLE_VIEWED = 100;

/** Counts the people whose records a member of staff has viewed, by the audit log. */
@Injectable()
export class PeopleViewedQueries {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /**
   * Different people in the last hour, without the member of staff; 0 where administrators were alerted within it. Reads
   * one hour of one member of staff by the index audit_log_staff.
   */
  async countUnreported(staffId: string): Promise<number> {
    const { rows } = await this.pool.query<{ people: number }>({
      name: 'count_people_viewed',
      text: `SELECT count(DISTINCT p.person)::int AS people
               FROM audit_log e, LATERAL (SELECT jsonb_path_query(e.after, '$.people[*]') #>> '{}' AS person) p
              WHERE e.staff_id = $1 AND e.created_at > $2 AND p.person <> $1::text
                AND NOT EXISTS (SELECT FROM people_viewed_alerts WHERE staff_id = $1 AND alerted_at > $2)`,
      values: [staffId, addSeconds(this.clock.now(), -VIEW_SECONDS)],
    });
    return rows[0]!.people;
  }
}
