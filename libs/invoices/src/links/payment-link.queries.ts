import { Inject, Injectable } from '@nestjs/common';
import { PUBLIC_NAME } from '@app/accounts';
import { POSTGRES_POOL } from '@app/database';
import { type Listing, Page, type PageQuery } from '@app/http';
import { addSeconds, Clock, type Currency, notFound } from '@app/kernel';
import type { Pool } from 'pg';
import type { Issuer } from '../issuer.policy';
import { HELD_SECONDS, heldPlaces } from './link-places.service';
import type { LinkFacts } from './payment-link.view';

type Minor = 'amountMinor' | 'minMinor' | 'maxMinor';
type Row = Omit<LinkFacts, Minor | 'suggestedMinor'> &
  Record<Minor, string | null> & { suggestedMinor: string[]; currency: Currency };

const COLUMNS = `l.id, l.mode, l.app_id AS "appId", l.code, l.title, l.description, l.currency, l.amount_minor AS "amountMinor",
  l.min_minor AS "minMinor", l.max_minor AS "maxMinor", l.suggested_minor AS "suggestedMinor", l.success_url AS "successUrl", l.max_uses AS "maxUses",
  l.expires_at AS "expiresAt", l.metadata, l.active, l.created_at AS "createdAt",
  (SELECT count(*)::int FROM checkout_sessions s WHERE s.origin_id = l.id AND s.status = 'completed') AS uses,
  (SELECT count(*)::int FROM ${heldPlaces('l.id', '$4')}) AS held`;

const OF_ISSUER = 'l.owner_id = $1 AND l.mode = $2 AND ($3::uuid IS NULL OR l.app_id = $3)';

const LIST: Listing = {
  name: 'payment-links',
  rows: 'payment_links l',
  where: OF_ISSUER,
  order: 'l.created_at DESC, l.id DESC',
  columns: COLUMNS,
};

/** Reads payment links for their merchants. */
@Injectable()
export class PaymentLinkQueries {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** Newest first. */
  async list({ ownerId, mode, appId }: Issuer, page: PageQuery): Promise<Page<LinkFacts>> {
    const values = [ownerId, mode, appId, this.heldSince];
    return (await Page.read<Row>(this.pool, LIST, values, page)).map(factsOf);
  }

  async find({ ownerId, mode, appId }: Issuer, id: string): Promise<LinkFacts> {
    const { rows } = await this.pool.query<Row>(
      `SELECT ${COLUMNS} FROM payment_links l WHERE ${OF_ISSUER} AND l.id = $5`,
      [ownerId, mode, appId, this.heldSince, id],
    );
    if (!rows[0]) throw notFound('Payment link');
    return factsOf(rows[0]);
  }

  private get heldSince(): Date {
    return addSeconds(this.clock.now(), -HELD_SECONDS);
  }

  /** The name under which payers know the merchant of a link. */
  async payeeOf(code: string): Promise<string> {
    const { rows } = await this.pool.query<{ name: string }>(
      `SELECT ${PUBLIC_NAME} AS name FROM payment_links l JOIN users u ON u.id = l.owner_id WHERE l.code = $1`,
      [code],
    );
    if (!rows[0]) throw notFound('Payment link');
    return rows[0].name;
  }
}

function factsOf({ amountMinor, minMinor, maxMinor, suggestedMinor, ...row }: Row): LinkFacts {
  const minor = (text: string | null) => (text === null ? null : BigInt(text));
  const bounds = { minMinor: minor(minMinor), maxMinor: minor(maxMinor) };
  return { ...row, amountMinor: minor(amountMinor), ...bounds, suggestedMinor: suggestedMinor.map(BigInt) };
}
