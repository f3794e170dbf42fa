import { Inject, Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { arrayOf, BatchLoader, inOrder, POSTGRES_POOL, QUERY_TIMEOUT } from '@app/database';
import { type Listing, Page, type PageQuery } from '@app/http';
import type { Mode } from '@app/kernel';
import type { PageBrand } from '@app/pages';
import type { Pool } from 'pg';
import { PUBLIC_NAME } from '../people/public-name.policy';
import { logoAddress, logoPath } from './brand-logo.policy';

/** A display name that waits for a review. */
export interface BrandReview {
  review_id: string;
  user_id: string;
  usertag: string;
  business_name: string | null;
  kyb_status: string;
  /** The name in force. */
  display_name: string | null;
  proposed_name: string;
  proposed_at: Date;
  logo_url: string | null;
}

/** What mails show of a brand. The address of the logo is a whole one. */
export interface MailBrand extends PageBrand {
  /** The name of the business. */
  name: string;
}

const QUEUE: Listing = {
  name: 'brand-names',
  rows: 'brands b',
  where: `b.name_status = 'pending'`,
  order: 'b.proposed_at, b.review_id',
  columns: `b.review_id, b.id AS user_id, u.usertag, u.business_name, u.kyb_status, b.display_name, b.proposed_name,
    b.proposed_at, b.logo_hash`,
  joins: 'JOIN users u ON u.id = b.id',
};

type ShownRow = Omit<MailBrand, 'logo' | 'platform'> & {
  hash: string | null;
  width: number;
  height: number;
};

const NONE: Omit<PageBrand, 'platform'> = {
  logo: null,
  color: null,
  supportEmail: null,
  supportPhone: null,
  supportUrl: null,
  termsUrl: null,
  postalAddress: null,
};

/** Reads brands for pages, mails and staff. */
@Injectable()
export class BrandQueries {
  private readonly screens = new BatchLoader((hashes: string[]) => this.screensOf(hashes));

  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly config: Config,
  ) {}

  /**
   * What pages and mails show of the brand of an account. In live mode that is nothing until its business is verified, because
   * a logo and contacts are content that the owner chose, and nothing at all of a frozen or closed account.
   */
  async shownOf(ownerId: string, mode: Mode): Promise<PageBrand> {
    const { name: _, ...shown } = (await this.read(ownerId, mode)) ?? {
      ...NONE,
      name: '',
      platform: this.config.platformName,
    };
    return shown;
  }

  /** The brand of the mails about payments to an account; null: they have the look of the platform. */
  async ofMails(ownerId: string): Promise<MailBrand | null> {
    const brand = await this.read(ownerId, 'live');
    if (!brand?.logo) return brand;
    return { ...brand, logo: { ...brand.logo, path: this.config.urls.checkout + brand.logo.path } };
  }

  private async read(ownerId: string, mode: Mode): Promise<MailBrand | null> {
    const { rows } = await this.pool.query<ShownRow>({
      name: 'brand_shown',
      text: `SELECT ${PUBLIC_NAME} AS name, b.logo_hash AS hash, b.logo_width AS width, b.logo_height AS height, b.color,
                    b.support_email AS "supportEmail", b.support_phone AS "supportPhone", b.support_url AS "supportUrl",
                    b.terms_url AS "termsUrl", b.postal_address AS "postalAddress"
               FROM brands b JOIN users u ON u.id = b.id
              WHERE b.id = $1 AND u.frozen_at IS NULL AND ($2 = 'test' OR u.kyb_status = 'approved')`,
      values: [ownerId, mode],
    });
    if (!rows[0]) return null;
    const { hash, width, height, ...shown } = rows[0];
    const logo = hash === null ? null : { path: logoPath(hash), width, height };
    return { ...shown, logo, platform: this.config.platformName };
  }

  /** The picture at this address; null where no brand has it any more. */
  screen(hash: string): Promise<Buffer | null> {
    return this.screens.read(hash);
  }

  /** The logo of an account for paper; null where it has none or another one by now. */
  async printOf(ownerId: string, { logo }: PageBrand): Promise<Buffer | null> {
    if (logo === null) return null;
    const { rows } = await this.pool.query<{ print: Buffer; hash: string }>(
      'SELECT print, hash FROM brand_logos WHERE owner_id = $1',
      [ownerId],
    );
    return rows[0] && logoPath(rows[0].hash) === logo.path ? rows[0].print : null;
  }

  /** Oldest first. */
  async queue(page: PageQuery): Promise<Page<BrandReview>> {
    const found = await Page.read<Omit<BrandReview, 'logo_url'> & { logo_hash: string | null }>(
      this.pool,
      QUEUE,
      [],
      page,
    );
    return found.map(({ logo_hash: hash, ...review }) => ({
      ...review,
      logo_url: hash && logoAddress(this.config, hash),
    }));
  }

  private async screensOf(hashes: string[]): Promise<(Buffer | null)[]> {
    const { rows } = await this.pool.query<{ ord: string; screen: Buffer }>({
      ...QUERY_TIMEOUT,
      name: 'brand_screens',
      text: `SELECT k.ord, l.screen FROM unnest($1::text[]) WITH ORDINALITY AS k(hash, ord)
               JOIN LATERAL (SELECT screen FROM brand_logos WHERE hash = k.hash LIMIT 1) l ON true`,
      values: [arrayOf('text', hashes, (hash) => hash)],
    });
    return inOrder(hashes.length, rows).map((row) => row && row.screen);
  }
}
