import { Inject, Injectable } from '@nestjs/common';
import { EventBus } from '@nestjs/cqrs';
import { Config } from '@app/config';
import { POSTGRES_POOL } from '@app/database';
import { addSeconds, Clock } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import type { Pool } from 'pg';
import { tooManyCards, tooManyDeclined, tooManyFromAddress } from './card-limits.errors';
import { ManyCardsDeclined } from './card-limits.events';
import {
  ALERT_INTERVAL_SECONDS,
  CARD_WINDOW_SECONDS,
  type CardPayee,
  cardScopeOf,
  CARDS_PER_SUBJECT,
  DECLINED_BEFORE_ALERT,
  DECLINED_PER_ADDRESS,
} from './card-limits.policy';

/** A card that is about to be charged. */
export interface CardTry {
  /** Of the charge at the gateway. */
  reference: string;
  /** The session or deposit. */
  subjectId: string;
  payee: CardPayee;
  /** Null where the client is the merchant's server. */
  clientAddress: string | null;
}

const UNLIMITED = 2_147_483_647;

/** Declined tries of $1 since $2, and where $3 is true those that are at the gateway now. */
const declinedIn = (
  column: 'scope' | 'address_scope' | 'site_scope',
  value: string,
  since: string,
  calling: string,
) =>
  `(SELECT count(*) FROM card_tries
     WHERE ${column} = ${value} AND tried_at > ${since} AND state <> 'passed' AND (state = 'declined' OR ${calling}))`;

/**
 * The limits that keep stolen card numbers from being tried out here, for checkout sessions and deposits alike. Tries
 * are counted in the database, for all processes together.
 */
@Injectable()
export class CardLimitsService {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly unit: UnitOfWork,
    private readonly eventBus: EventBus,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Stages the try in the current unit of work. Throws RATE_LIMITED where no further card may be tried for now. */
  async admit({ reference, subjectId, payee, clientAddress }: CardTry): Promise<void> {
    const now = this.clock.now();
    const since = addSeconds(now, -CARD_WINDOW_SECONDS);
    const { scope, addressScope, siteScope, maxDeclined, countsCalling } = cardScopeOf(payee, clientAddress);
    const site = siteScope?.scope ?? null;
    const maxOfSite = siteScope?.maxDeclined ?? UNLIMITED;
    const isEnforced = this.config.env.RATE_LIMITS;
    if (isEnforced) {
      const { rows } = await this.pool.query<{
        tried: string;
        declined: string;
        fromAddress: string;
        fromSite: string;
      }>({
        name: 'card_limits',
        text: `SELECT (SELECT count(*) FROM card_tries WHERE subject_id = $1 AND tried_at > $2) AS tried,
                      ${declinedIn('scope', '$3', '$2', '$5')} AS declined,
                      ${declinedIn('address_scope', '$4', '$2', 'true')} AS "fromAddress",
                      ${declinedIn('site_scope', '$6', '$2', 'true')} AS "fromSite"`,
        values: [subjectId, since, scope, addressScope, countsCalling, site],
      });
      const { tried, declined, fromAddress, fromSite } = rows[0]!;
      if (Number(tried) >= CARDS_PER_SUBJECT) throw tooManyCards();
      if (Number(fromAddress) >= DECLINED_PER_ADDRESS || Number(fromSite) >= maxOfSite)
        throw tooManyFromAddress();
      if (maxDeclined !== null && Number(declined) >= maxDeclined) throw tooManyDeclined();
    }
    // The lock makes concurrent tries count each other. The unit of work starts over where nothing is inserted.
    const locks = [countsCalling ? scope : null, addressScope, site].filter((key) => key !== null);
    for (const key of locks.toSorted()) this.unit.lock(`card ${key}`);
    this.unit.stage({
      sql: `INSERT INTO card_tries (reference, subject_id, scope, address_scope, tried_at, state, site_scope)
            SELECT $1, $2, $3, $4, $5, 'calling', $10
             WHERE ${declinedIn('scope', '$3', '$6', '$7')} < $8
               AND ${declinedIn('address_scope', '$4', '$6', 'true')} < $9
               AND ${declinedIn('site_scope', '$10', '$6', 'true')} < $11`,
      parameters: [
        reference,
        subjectId,
        scope,
        addressScope,
        now,
        since,
        countsCalling,
        isEnforced && maxDeclined !== null ? maxDeclined : UNLIMITED,
        isEnforced ? DECLINED_PER_ADDRESS : UNLIMITED,
        site,
        isEnforced ? maxOfSite : UNLIMITED,
      ],
      expectedRows: 1,
    });
  }

  /**
   * Stages what became of a try, and the notification of the merchant where many cards of one key were declined.
   * `ownerId` is the merchant.
   */
  async conclude(reference: string, isDeclined: boolean, payee: CardPayee, ownerId: string): Promise<void> {
    this.unit.stage({
      sql: `UPDATE card_tries SET state = $2 WHERE reference = $1 AND state <> 'declined'`,
      parameters: [reference, isDeclined ? 'declined' : 'passed'],
    });
    if (isDeclined && (payee.kind === 'secret-key' || payee.kind === 'public-key') && payee.mode === 'live')
      await this.alert(reference, payee.kind, payee.appId, ownerId);
  }

  private async alert(
    reference: string,
    key: 'secret-key' | 'public-key',
    appId: string,
    ownerId: string,
  ): Promise<void> {
    const now = this.clock.now();
    const { scope } = cardScopeOf({ kind: key, appId, mode: 'live' }, null);
    const { rows } = await this.pool.query<{ others: string; alerted: boolean }>({
      name: 'card_alert',
      text: `SELECT (SELECT count(*) FROM card_tries
                      WHERE scope = $1 AND tried_at > $2 AND state = 'declined' AND reference <> $3) AS others,
                    EXISTS (SELECT 1 FROM card_alerts WHERE scope = $1 AND alerted_at > $4) AS alerted`,
      values: [
        scope,
        addSeconds(now, -CARD_WINDOW_SECONDS),
        reference,
        addSeconds(now, -ALERT_INTERVAL_SECONDS),
      ],
    });
    const { others, alerted } = rows[0]!;
    const declined = Number(others) + 1;
    if (alerted || declined < DECLINED_BEFORE_ALERT) return;
    this.unit.stage({
      sql: `INSERT INTO card_alerts (scope, alerted_at) VALUES ($1, $2)
            ON CONFLICT (scope) DO UPDATE SET alerted_at = $2 WHERE card_alerts.alerted_at <= $3`,
      parameters: [scope, now, addSeconds(now, -ALERT_INTERVAL_SECONDS)],
      expectedRows: 1,
    });
    this.eventBus.publish(new ManyCardsDeclined(appId, ownerId, 'live', { appId, key, declined }));
  }
}
