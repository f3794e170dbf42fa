import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Config, derivedKey } from '@app/config';
import { POSTGRES_POOL } from '@app/database';
import type { TeamRole } from '@app/http';
import { addSeconds, Clock, isUuid, sha256, uuidv7 } from '@app/kernel';
import { CountLimits, UnitOfWork } from '@app/write-path';
import type { Pool } from 'pg';
import { mailboxSql } from '../common/mailbox.policy';
import { invitedToday, tooManyInvitationMails, tooManyInvitations } from './team.errors';

const LIFETIME_SECONDS = 7 * 24 * 3600;
const DAY_SECONDS = 24 * 3600;
const MAX_OPEN = 20;
const MAILS_PER_DAY = 10;

/** An invitation that may still be accepted. */
export interface TeamInvitation {
  id: string;
  accountId: string;
  email: string;
  role: TeamRole;
  invitedBy: string;
  createdAt: Date;
  expiresAt: Date;
}

const COLUMNS = `id, account_id AS "accountId", email, role, invited_by AS "invitedBy", created_at AS "createdAt",
  expires_at AS "expiresAt"`;

/**
 * Invitations to teams: seven days, one use. The token is derived from the id under a key that is not in the database,
 * when the mail is written, and found by its SHA-256.
 */
@Injectable()
export class TeamInvitationsStore {
  private readonly key: Buffer;

  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly unit: UnitOfWork,
    private readonly limits: CountLimits,
    private readonly clock: Clock,
    { env }: Config,
  ) {
    this.key = derivedKey(env.JWT_SECRET, 'team invitation');
  }

  tokenOf(id: string): string {
    return createHmac('sha256', this.key).update(id).digest('base64url');
  }

  /** Throws LIMIT_REACHED where too many are open or were mailed in the last day, also with concurrent ones. */
  async requireRoom(accountId: string, email: string): Promise<void> {
    const now = this.clock.now();
    await this.limits.require<{ to_address: number; mailed: number; open: number }>({
      lock: `team invitations of ${accountId}`,
      sql: `SELECT count(*) FILTER (WHERE created_at > $4 AND ${mailboxSql('email')} = ${mailboxSql('$2')})::int
                     AS to_address,
                   count(*) FILTER (WHERE created_at > $4)::int AS mailed,
                   count(*) FILTER (WHERE ended_at IS NULL AND expires_at > $3 AND email <> $2)::int AS open
              FROM team_invitations WHERE account_id = $1`,
      parameters: [accountId, email, now, addSeconds(now, -DAY_SECONDS)],
      limits: {
        to_address: { max: 1, refusal: invitedToday },
        mailed: { max: MAILS_PER_DAY, refusal: () => tooManyInvitationMails(MAILS_PER_DAY) },
        open: { max: MAX_OPEN, refusal: () => tooManyInvitations(MAX_OPEN) },
      },
    });
  }

  /** Stages an invitation in place of any other of this address. */
  issue(accountId: string, email: string, role: TeamRole, invitedBy: string): TeamInvitation {
    const now = this.clock.now();
    const id = uuidv7(now);
    const expiresAt = addSeconds(now, LIFETIME_SECONDS);
    this.unit.stage({
      sql: `UPDATE team_invitations SET ended_at = $3, end_reason = 'replaced'
             WHERE account_id = $1 AND email = $2 AND ended_at IS NULL`,
      parameters: [accountId, email, now],
    });
    this.unit.stage({
      sql: `INSERT INTO team_invitations (id, account_id, email, role, token_hash, invited_by, created_at, expires_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      parameters: [id, accountId, email, role, sha256(this.tokenOf(id)), invitedBy, now, expiresAt],
      expectedRows: 1,
    });
    return { id, accountId, email, role, invitedBy, createdAt: now, expiresAt };
  }

  /** What the token is for; null where it is unknown, or its invitation ended or expired. */
  async openedBy(token: string): Promise<TeamInvitation | null> {
    const { rows } = await this.pool.query<TeamInvitation>(
      `SELECT ${COLUMNS} FROM team_invitations WHERE token_hash = $1 AND ended_at IS NULL AND expires_at > $2`,
      [sha256(token), this.clock.now()],
    );
    return rows[0] ?? null;
  }

  /** Open invitations of an account, the newest first. */
  async openOf(accountId: string): Promise<TeamInvitation[]> {
    const { rows } = await this.pool.query<TeamInvitation>(
      `SELECT ${COLUMNS} FROM team_invitations
        WHERE account_id = $1 AND ended_at IS NULL AND expires_at > $2 ORDER BY created_at DESC, id DESC`,
      [accountId, this.clock.now()],
    );
    return rows;
  }

  async open(accountId: string, id: string): Promise<TeamInvitation | null> {
    if (!isUuid(id)) return null;
    return (await this.openOf(accountId)).find((invitation) => invitation.id === id) ?? null;
  }

  /** Stages the end. Of two ends at once one commits; the other starts over and finds it ended. */
  end({ id }: Pick<TeamInvitation, 'id'>, reason: 'accepted' | 'declined' | 'revoked'): void {
    const now = this.clock.now();
    this.unit.stage({
      sql: `UPDATE team_invitations SET ended_at = $2, end_reason = $3
             WHERE id = $1 AND ended_at IS NULL AND expires_at > $2`,
      parameters: [id, now, reason],
      expectedRows: 1,
    });
  }

  /** Stages the end of all open invitations of an account that closes. */
  endAll(accountId: string): void {
    this.unit.stage({
      sql: `UPDATE team_invitations SET ended_at = $2, end_reason = 'closed' WHERE account_id = $1 AND ended_at IS NULL`,
      parameters: [accountId, this.clock.now()],
    });
  }
}
