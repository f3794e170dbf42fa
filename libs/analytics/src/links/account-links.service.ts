import { Inject, Injectable } from '@nestjs/common';
import { Vault } from '@app/config';
import { POSTGRES_POOL } from '@app/database';
import { type Caller, ownerOf, rolesWith } from '@app/http';
import { Clock, notFound } from '@app/kernel';
import type { Pool } from 'pg';

/** The credential that made a link. */
interface Maker {
  kind: 'session' | 'app';
  id: string;
}

/** What links lead to. A token of one purpose is worthless for another. */
export type LinkPurpose = 'export' | 'report';

/** What a token says. Its readers see none of it. */
interface Sealed<Content> {
  maker: Maker;
  owner: string;
  /** Unix milliseconds. */
  made: number;
  expires: number;
  content: Content;
}

export interface OpenedLink<Content> {
  ownerId: string;
  madeAt: Date;
  expiresAt: Date;
  content: Content;
}

/** Roles of members who may read what links lead to. */
const READERS = rolesWith('money:read')
  .map((role) => `'${role}'`)
  .join(', ');

/** Whether the maker, its account and its permission still stand: a session, or an app with a secret key of that time. */
const ALIVE: Record<Maker['kind'], string> = {
  session: `SELECT 1 FROM sessions s JOIN users u ON u.id = s.user_id JOIN users o ON o.id = $2
             WHERE s.id = $1 AND s.ended_at IS NULL AND s.expires_at > $3
               AND u.frozen_at IS NULL AND o.frozen_at IS NULL AND $4::timestamptz IS NOT NULL
               AND (s.account_id IS NULL AND s.user_id = $2
                    OR s.account_id = $2
                   AND EXISTS (SELECT 1 FROM team_members m WHERE m.account_id = $2 AND m.user_id = s.user_id
                                  AND m.role IN (${READERS})))`,
  app: `SELECT 1 FROM merchant_apps a JOIN users u ON u.id = a.owner_id
         WHERE a.id = $1 AND a.owner_id = $2 AND a.revoked_at IS NULL AND u.frozen_at IS NULL
           AND (a.scopes IS NULL OR 'transactions:read' = ANY (a.scopes))
           AND EXISTS (SELECT 1 FROM api_keys k WHERE k.app_id = a.id AND k.kind = 'secret' AND k.created_at <= $4
                          AND (k.expires_at IS NULL OR k.expires_at > $3))`,
};

/**
 * Tokens of addresses that read an account without another credential. A token is encrypted and authenticated, expires,
 * and ends earlier with the account, the session or the key that made it. Nothing is stored.
 */
@Injectable()
export class AccountLinksService {
  constructor(
    private readonly vault: Vault,
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  tokenOf(
    purpose: LinkPurpose,
    caller: Caller,
    content: object,
    { madeAt, expiresAt }: Record<'madeAt' | 'expiresAt', Date>,
  ): string {
    const [made, expires] = [madeAt.getTime(), expiresAt.getTime()];
    const sealed: Sealed<object> = {
      maker: makerOf(caller),
      owner: ownerOf(caller),
      made,
      expires,
      content,
    };
    return this.vault.seal(JSON.stringify(sealed), purposeOf(purpose), '').toString('base64url');
  }

  /** Throws NOT_FOUND for a forged, expired or ended link. */
  async open<Content>(purpose: LinkPurpose, token: string, what: string): Promise<OpenedLink<Content>> {
    const sealed = this.contentOf<Content>(purpose, token);
    const now = this.clock.now();
    if (!sealed || sealed.expires <= now.getTime()) throw notFound(what);
    const { maker, owner, content } = sealed;
    const [madeAt, expiresAt] = [new Date(sealed.made), new Date(sealed.expires)];
    const { rows } = await this.pool.query(ALIVE[maker.kind], [maker.id, owner, now, madeAt]);
    if (rows.length === 0) throw notFound(what);
    return { ownerId: owner, madeAt, expiresAt, content };
  }

  private contentOf<Content>(purpose: LinkPurpose, token: string): Sealed<Content> | null {
    const bytes = Buffer.from(token, 'base64url');
    // Other spellings of the same bytes are not the token that was made.
    if (bytes.toString('base64url') !== token) return null;
    try {
      return JSON.parse(this.vault.unseal(bytes, purposeOf(purpose), '')) as Sealed<Content>;
    } catch {
      return null;
    }
  }
}

const purposeOf = (purpose: LinkPurpose) => `${purpose} link`;

function makerOf(caller: Caller): Maker {
  if (caller.kind === 'user') return { kind: 'session', id: caller.sessionId };
  if (caller.kind === 'app') return { kind: 'app', id: caller.appId };
  throw new Error(`a ${caller.kind} caller makes no links`);
}
