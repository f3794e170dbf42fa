import { Inject, Injectable } from '@nestjs/common';
import type { Entry, PayableSession, PaymentAdmission } from '@app/checkout';
import { Config } from '@app/config';
import { POSTGRES_POOL } from '@app/database';
import { networksOf } from '@app/http';
import { addSeconds, Clock } from '@app/kernel';
import { Prepared, UnitOfWork } from '@app/write-path';
import type { Pool } from 'pg';
import { CollectingService } from '../collecting.service';
import { linkClosed, placesOfNetworkTaken, placesTaken } from './payment-link.errors';

/** How long an attempt in flight holds its place. */
export const HELD_SECONDS = 15 * 60;
/** Places of one link that a client network holds. A wider network holds a multiple. */
const PER_NETWORK = 2;
/** A network that no place has. */
const NONE = '';

/** The places of a link that are held by attempts in flight that began after `since`, both as SQL. */
export const heldPlaces = (link: string, since: string) =>
  `payment_link_places p JOIN checkout_attempts a ON a.id = p.attempt_id
    WHERE p.link_id = ${link} AND p.taken_at > ${since} AND a.status IN ('calling', 'waiting')`;
/** Those of other sessions than $3, which replaces its own attempt. */
const HELD = `${heldPlaces('$1', '$2')} AND a.checkout_session_id IS DISTINCT FROM $3::uuid`;
const PAID = `(SELECT count(*)::int FROM checkout_sessions s WHERE s.origin_id = $1 AND s.status = 'completed')`;
/** The same without the session of the unit of work, which may be written as completed before the check. */
const paidByOthers = (sessionId: string) =>
  `(SELECT count(*) FROM checkout_sessions s WHERE s.origin_id = $1 AND s.status = 'completed' AND s.id <> ${sessionId}::uuid)`;

interface Counts {
  max: number | null;
  paid: number;
  held: number;
  ofNetwork: number;
  ofSite: number;
  /** Whether the attempt $6 holds a place. */
  isHeld: boolean;
}

/**
 * The places of payment links with `max_uses`. An attempt takes one when it starts and holds it while it is in flight, for
 * 15 minutes at most. Payments of a full link are set aside and returned.
 */
@Injectable()
export class LinkPlacesService implements PaymentAdmission {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly unit: UnitOfWork,
    private readonly collecting: CollectingService,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Throws SESSION_EXPIRED where the link is used up. */
  async requireUnpaid({ id, maxUses }: { id: string; maxUses: number | null }): Promise<void> {
    if (maxUses === null) return;
    const { max, paid } = await this.counts(id, null, this.clock.now());
    if (paid >= max!) throw linkClosed();
  }

  async admit(session: PayableSession, { attemptId, clientAddress }: Entry): Promise<Prepared<void>> {
    await this.collecting.require(session);
    const linkId = session.originId!;
    const now = this.clock.now();
    const [network, site] = clientAddress === null ? [] : networksOf(clientAddress).toReversed();
    const networks = [network?.key ?? NONE, site?.key ?? NONE];
    const { max, paid, held, ofNetwork, ofSite } = await this.counts(linkId, session.id, now, { networks });
    if (max === null) return new Prepared(() => undefined);
    if (paid >= max) throw linkClosed();
    const isLimited = this.config.env.RATE_LIMITS && attemptId !== null;
    const maxOfSite = PER_NETWORK * (site?.factor ?? 1);
    if (isLimited && network && (ofNetwork >= PER_NETWORK || (site && ofSite >= maxOfSite)))
      throw placesOfNetworkTaken(HELD_SECONDS);
    if (paid + held >= max) throw placesTaken(HELD_SECONDS);
    return new Prepared(() => {
      this.unit.lock(`places of ${linkId}`);
      this.requireRoom(linkId, session.id, now, max);
      if (attemptId === null) return;
      this.unit.stage({
        sql: 'DELETE FROM payment_link_places WHERE link_id = $1 AND taken_at <= $2',
        parameters: [linkId, addSeconds(now, -HELD_SECONDS)],
      });
      this.unit.stage({
        sql: `INSERT INTO payment_link_places (attempt_id, link_id, network, site, taken_at)
              SELECT $4, $1, $5, $6, $7
               WHERE $5 = '' OR ((SELECT count(*) FROM ${HELD} AND p.network = $5) < $8
                             AND ($6 = '' OR (SELECT count(*) FROM ${HELD} AND p.site = $6) < $9))`,
        parameters: [
          linkId,
          addSeconds(now, -HELD_SECONDS),
          session.id,
          attemptId,
          ...networks,
          now,
          ...(isLimited ? [PER_NETWORK, maxOfSite] : [max + 1, max + 1]),
        ],
        expectedRows: 1,
      });
    });
  }

  async complete({ id, originId }: PayableSession, attemptId: string): Promise<Prepared<void> | null> {
    const linkId = originId!;
    const now = this.clock.now();
    const { max, paid, held, isHeld } = await this.counts(linkId, id, now, { attemptId });
    if (max === null) return new Prepared(() => undefined);
    if (paid + (isHeld ? 0 : held) >= max) return null;
    return new Prepared(() => {
      this.unit.lock(`places of ${linkId}`);
      if (!isHeld) return this.requireRoom(linkId, id, now, max);
      this.unit.stage({
        sql: `SELECT 1 WHERE ${paidByOthers('$3')} < $2`,
        parameters: [linkId, max, id],
        expectedRows: 1,
      });
    });
  }

  /** Of concurrent payments, those for which no room is left start over. */
  private requireRoom(linkId: string, sessionId: string, now: Date, max: number): void {
    this.unit.stage({
      sql: `SELECT 1 WHERE ${paidByOthers('$3')} + (SELECT count(*) FROM ${HELD}) < $4`,
      parameters: [linkId, addSeconds(now, -HELD_SECONDS), sessionId, max],
      expectedRows: 1,
    });
  }

  private async counts(
    linkId: string,
    sessionId: string | null,
    now: Date,
    { networks = [NONE, NONE], attemptId = null }: { networks?: string[]; attemptId?: string | null } = {},
  ): Promise<Counts> {
    const { rows } = await this.pool.query<Counts>({
      name: 'payment_link_places',
      text: `SELECT l.max_uses AS max, CASE WHEN l.max_uses IS NULL THEN 0 ELSE ${PAID} END AS paid,
                    (SELECT count(*)::int FROM ${HELD}) AS held,
                    (SELECT count(*)::int FROM ${HELD} AND p.network = $4) AS "ofNetwork",
                    (SELECT count(*)::int FROM ${HELD} AND p.site = $5) AS "ofSite",
                    EXISTS (SELECT FROM ${heldPlaces('$1', '$2')} AND p.attempt_id = $6::uuid) AS "isHeld"
               FROM payment_links l WHERE l.id = $1`,
      values: [linkId, addSeconds(now, -HELD_SECONDS), sessionId, ...networks, attemptId],
    });
    return rows[0]!;
  }
}
