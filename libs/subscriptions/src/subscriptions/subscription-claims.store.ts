import { Inject, Injectable } from '@nestjs/common';
import { ofActiveOwner } from '@app/accounts';
import { bounded, POSTGRES_POOL, withTransaction } from '@app/database';
import { addSeconds } from '@app/kernel';
import { hasEventRoom, inRealTime } from '@app/test-clock';
import type { Pool } from 'pg';
import { CHARGES_HELD, ofReachedOwner } from '../holds/charge-holds.store';

/** A scheduler that is killed leaves its claims to others after this time. */
const CLAIM_SECONDS = 60;
/**
 * Schedulers claim one after the other, so that each sees what the others have claimed. Of two at once, one would wait for
 * each row that the other inserts.
 */
const BEGIN = `BEGIN; SELECT pg_advisory_xact_lock(hashtextextended('claim of due subscriptions', 0))`;

/** Claims of a later version stay, because another scheduler has made them for the next cycle. */
const END_CLAIMS = `
  DELETE FROM subscription_claims c USING unnest($1::uuid[], $2::int[]) AS done (id, version)
   WHERE c.subscription_key = done.id AND c.version = done.version`;

/** Ends claims of schedulers that were killed or stopped. */
const END_EXPIRED = 'DELETE FROM subscription_claims WHERE claimed_until <= $1';

/** Due subscriptions of one mode that no scheduler is billing. Nothing is billed for an account that is frozen. */
const due = (mode: 'live' | 'test', condition: string) => `
  SELECT * FROM (
    SELECT id, version, due_at FROM subscriptions s
     WHERE mode = '${mode}' AND due_at <= $1 AND ${ofActiveOwner('s')} AND ${condition}
       AND NOT EXISTS (SELECT 1 FROM subscription_claims c
                        WHERE c.subscription_key = s.id AND c.version = s.version AND c.claimed_until > $3)
     ORDER BY due_at LIMIT $2) ${mode}`;

/** Nothing is charged silently for an account without a live app, which no server of the merchant can stop. */
const LIVE = `(coalesce(mandate_id, saved_card_id) IS NULL OR cancel_at_period_end AND period_end <= $1
  OR NOT ${CHARGES_HELD} AND ${ofReachedOwner('s')})`;

/** Test subscriptions in real time wait while their app may have no further events. */
const TEST = `${inRealTime('s')} AND ${hasEventRoom('s')}`;

const CLAIM = `
  WITH due AS MATERIALIZED (
    ${due('live', LIVE)} UNION ALL ${due('test', TEST)} ORDER BY due_at LIMIT $2
  ), claimed AS (
    INSERT INTO subscription_claims (subscription_key, version, claimed_until)
    SELECT id, version, $4 FROM due
        ON CONFLICT (subscription_key) DO UPDATE SET version = excluded.version, claimed_until = excluded.claimed_until
  )
  SELECT id, version FROM due ORDER BY due_at`;

/** A subscription that one scheduler is billing, in the version in which it was due. */
export interface ClaimedSubscription {
  id: string;
  version: number;
}

/** Divides due subscriptions among schedulers. A claim protects no money: it only saves work that would be refused. */
@Injectable()
export class SubscriptionClaimsStore {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  /**
   * Claims live subscriptions, and test ones in real time, that are due at `upTo`, the longest waiting first. Without live
   * ones that are charged silently while such charges wait for staff or the merchant has no live app, unless they end now.
   * A claim ends a minute after `now` (the real time), when the subscription changes, or when its scheduler says that it is
   * `done`; until then no other scheduler gets it.
   */
  claimDue(
    upTo: Date,
    now: Date,
    limit: number,
    done: readonly ClaimedSubscription[] = [],
  ): Promise<ClaimedSubscription[]> {
    return withTransaction(
      this.pool,
      async (tx) => {
        const [ids, versions] = [done.map(({ id }) => id), done.map(({ version }) => version)];
        if (done.length > 0) await tx.query(bounded(END_CLAIMS, [ids, versions]));
        // Not between batches, because the table then has many rows that are deleted.
        else await tx.query(bounded(END_EXPIRED, [now]));
        const values = [upTo, limit, now, addSeconds(now, CLAIM_SECONDS)];
        return (await tx.query<ClaimedSubscription>(bounded(CLAIM, values))).rows;
      },
      BEGIN,
    );
  }
}
