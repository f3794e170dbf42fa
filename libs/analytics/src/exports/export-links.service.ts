import { createHmac, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Config, derivedKey } from '@app/config';
import { POSTGRES_POOL } from '@app/database';
import { type Caller, ownerOf } from '@app/http';
import { addSeconds, Clock, notFound } from '@app/kernel';
import type { Pool } from 'pg';
import type { ExportFormat } from './export-rows.policy';

const LIFETIME_SECONDS = 24 * 3600;

/** A part of an export: the newest `rows` transactions of one account below a number. */
export interface ExportRange {
  ownerId: string;
  accountId: string;
  format: ExportFormat;
  filter: { type?: string; from?: Date; to?: Date };
  before: bigint;
  rows: number;
  asOf: Date;
}

/** The credential that made a link. */
interface Maker {
  kind: 'session' | 'app';
  id: string;
}

/** What a link says, signed. */
interface Content {
  maker: Maker;
  owner: string;
  account: string;
  format: ExportFormat;
  type?: string;
  from?: string;
  to?: string;
  before: string;
  rows: number;
  asOf: string;
  /** Unix seconds. */
  expires: number;
}

const ALIVE: Record<Maker['kind'], string> = {
  session: `SELECT 1 FROM sessions s JOIN users u ON u.id = s.user_id
             WHERE s.id = $1 AND s.user_id = $2 AND s.ended_at IS NULL AND s.expires_at > $3 AND u.frozen_at IS NULL
               AND $4::timestamptz IS NOT NULL`,
  app: `SELECT 1 FROM merchant_apps a JOIN users u ON u.id = a.owner_id
         WHERE a.id = $1 AND a.owner_id = $2 AND a.revoked_at IS NULL AND u.frozen_at IS NULL
           AND (a.scopes IS NULL OR 'transactions:read' = ANY (a.scopes))
           AND EXISTS (SELECT 1 FROM api_keys k WHERE k.app_id = a.id AND k.kind = 'secret' AND k.created_at <= $4
                          AND (k.expires_at IS NULL OR k.expires_at > $3))`,
};

/**
 * Signs the addresses of export parts. An address needs no other credential, lives for a day, and ends with the account,
 * the session or the key that made it.
 */
@Injectable()
export class ExportLinks {
  private readonly key: Buffer;

  constructor(
    private readonly config: Config,
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {
    this.key = derivedKey(config.env.ENCRYPTION_KEY, 'export links');
  }

  /** The end of the links that are made now. */
  get expiresAt(): Date {
    return addSeconds(this.clock.now(), LIFETIME_SECONDS);
  }

  urlOf(caller: Caller, part: ExportRange, expiresAt: Date): string {
    const { accountId, format, filter, before, rows, asOf } = part;
    const content: Content = {
      maker: makerOf(caller),
      owner: ownerOf(caller),
      account: accountId,
      format,
      type: filter.type,
      from: filter.from?.toISOString(),
      to: filter.to?.toISOString(),
      before: before.toString(),
      rows,
      asOf: asOf.toISOString(),
      expires: Math.floor(expiresAt.getTime() / 1000),
    };
    const text = Buffer.from(JSON.stringify(content)).toString('base64url');
    return `${this.config.urls.business}/api/transactions.php?action=export-part&token=${text}.${this.signatureOf(text)}`;
  }

  /** What a link names. Throws NOT_FOUND for a forged, expired or ended one. */
  async read(token: string): Promise<ExportRange> {
    const content = this.contentOf(token);
    const now = this.clock.now();
    if (!content || content.expires * 1000 <= now.getTime()) throw notFound('Export');
    const { maker, owner, asOf } = content;
    const { rows } = await this.pool.query(ALIVE[maker.kind], [maker.id, owner, now, asOf]);
    if (rows.length === 0) throw notFound('Export');
    const instant = (text?: string) => (text === undefined ? undefined : new Date(text));
    return {
      ownerId: owner,
      accountId: content.account,
      format: content.format,
      filter: { type: content.type, from: instant(content.from), to: instant(content.to) },
      before: BigInt(content.before),
      rows: content.rows,
      asOf: new Date(asOf),
    };
  }

  private contentOf(token: string): Content | null {
    const [text = '', signature = ''] = token.split('.');
    const [given, own] = [Buffer.from(signature), Buffer.from(this.signatureOf(text))];
    if (given.length !== own.length || !timingSafeEqual(given, own)) return null;
    return JSON.parse(Buffer.from(text, 'base64url').toString()) as Content;
  }

  private signatureOf(text: string): string {
    return createHmac('sha256', this.key).update(text).digest('base64url');
  }
}

function makerOf(caller: Caller): Maker {
  if (caller.kind === 'user') return { kind: 'session', id: caller.sessionId };
  if (caller.kind === 'app') return { kind: 'app', id: caller.appId };
  throw new Error(`a ${caller.kind} caller makes no links`);
}
