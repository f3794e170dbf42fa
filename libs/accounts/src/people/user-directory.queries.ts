import { Inject, Injectable } from '@nestjs/common';
import { arrayOf, BatchLoader, inOrder, QUERY_TIMEOUT, POSTGRES_POOL } from '@app/database';
import { assertNotOwn, OwnObject, type UserCaller } from '@app/http';
import type { Currency } from '@app/kernel';
import type { Pool } from 'pg';
import { mailboxSql } from '../common/mailbox.policy';
import { PUBLIC_NAME } from './public-name.policy';
import { byType, FOUND_BY, type Identifier, type RecipientType } from './identifier.policy';

/** A person or business as others may know them. */
export interface DirectoryEntry {
  id: string;
  usertag: string;
  /** In full, for the two sides of a payment. */
  name: string;
  /** For pages and messages: see `PUBLIC_NAME`. */
  publicName: string;
  /** For look-ups by strangers: a business's name, or first name and initial. */
  maskedName: string;
  accountType: 'personal' | 'business';
  currency: Currency;
}

/** What an account may do, as its reviews have decided so far. */
export interface Standing {
  accountType: 'personal' | 'business';
  kycLevel: number;
  kybStatus: 'none' | 'pending' | 'approved' | 'rejected';
  countryCode: string;
  frozen: boolean;
  /** A closed account is frozen too. */
  closed: boolean;
  /** Whether it owes something for chargebacks: it spends nothing before. */
  owes: boolean;
}

/** Columns of `users u` that make an entry. */
export const ENTRY_COLUMNS = `u.id, u.usertag, u.first_name, u.last_name, u.business_name, u.account_type, u.currency,
  ${PUBLIC_NAME} AS public_name`;
const MAX_WORDS = 8;

export interface EntryRow {
  id: string;
  usertag: string;
  first_name: string;
  last_name: string;
  business_name: string | null;
  public_name: string;
  account_type: 'personal' | 'business';
  currency: Currency;
}

/** Finds accounts for other contexts. */
@Injectable()
export class UserDirectoryQueries {
  private readonly found = byType((type) => this.entriesBy(type));
  private readonly standings = new BatchLoader((ids: string[]) => this.standingsOf(ids));

  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  async byId(id: string): Promise<DirectoryEntry | null> {
    return (await this.byIds([id])).get(id) ?? null;
  }

  async byIds(ids: readonly string[]): Promise<Map<string, DirectoryEntry>> {
    const { rows } = await this.pool.query<EntryRow>({
      name: 'users_by_ids',
      text: `SELECT ${ENTRY_COLUMNS} FROM users u WHERE u.id = ANY($1::uuid[])`,
      values: [ids],
    });
    return new Map(rows.map((row) => [row.id, entryOf(row)]));
  }

  /** The account with this identifier; null where there is none, or it is frozen. */
  find({ type, value }: Identifier): Promise<DirectoryEntry | null> {
    return this.found[type].read(value);
  }

  private entriesBy(type: RecipientType): BatchLoader<string, DirectoryEntry | null> {
    return new BatchLoader(async (values) => {
      const { rows } = await this.pool.query<EntryRow & { ord: string }>({
        ...QUERY_TIMEOUT,
        name: `users_by_${type}`,
        text: `SELECT k.ord, ${ENTRY_COLUMNS}
                 FROM unnest($1::text[]) WITH ORDINALITY AS k(value, ord)
                 JOIN users u ON ${FOUND_BY[type]}`,
        values: [arrayOf('text', values, (value) => value)],
      });
      return inOrder(values.length, rows).map((row) => row && entryOf(row));
    });
  }

  /** Accounts that have, for each of the words in `q`, a name or tag that begins with it. */
  async namesMatching(q: string, limit: number): Promise<string[]> {
    const words = (q.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS);
    if (words.length === 0) return [];
    const { rows } = await this.pool.query<{ id: string }>(
      "SELECT id FROM users WHERE words @@ to_tsquery('simple', $1) ORDER BY id LIMIT $2",
      [words.map((word) => `'${word}':*`).join(' & '), limit],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Those of `ids` that have the phone number of the account, or its mailbox up to a `+` part. Only what the account has
   * proved is compared: the result would otherwise say whose number or address it is.
   */
  async ofSameOwner(id: string, ids: readonly string[]): Promise<Set<string>> {
    const { rows } = await this.pool.query<{ id: string }>({
      name: 'users_of_same_owner',
      text: `SELECT u.id FROM users u JOIN users own ON own.id = $1 AND own.id <> u.id
              WHERE u.id = ANY ($2::uuid[])
                AND (own.phone_verified_at IS NOT NULL AND u.phone = own.phone
                     OR own.email_verified_at IS NOT NULL AND ${mailboxSql('u.email')} = ${mailboxSql('own.email')})`,
      values: [id, ids],
    });
    return new Set(rows.map((row) => row.id));
  }

  /**
   * Throws FORBIDDEN where the account is the caller's own, has their phone number or mailbox and is probably theirs, or is
   * that of a team of which they are a member.
   * `decision` completes the message, as in `assertNotOwn`.
   */
  async assertOfAnotherPerson(caller: UserCaller, ownerId: string, decision: string): Promise<void> {
    assertNotOwn(caller, ownerId, decision);
    const same = await this.ofSameOwner(caller.userId, [ownerId]);
    if (same.size > 0 || (await this.isMember(caller.userId, ownerId))) throw new OwnObject(decision);
  }

  private async isMember(userId: string, accountId: string): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      'SELECT FROM team_members WHERE account_id = $1 AND user_id = $2',
      [accountId, userId],
    );
    return rowCount === 1;
  }

  /** Whether mail to this address reaches the account, also with another `+` part. */
  async receivesMailAt(id: string, email: string): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `SELECT FROM users u WHERE u.id = $1 AND ${mailboxSql('u.email')} = ${mailboxSql('$2')}`,
      [id, email],
    );
    return rowCount === 1;
  }

  /** Null where there is no such account. */
  standingOf(id: string): Promise<Standing | null> {
    return this.standings.read(id);
  }

  private async standingsOf(ids: string[]): Promise<(Standing | null)[]> {
    const { rows } = await this.pool.query<Standing & { ord: string }>({
      ...QUERY_TIMEOUT,
      name: 'user_standings',
      text: `SELECT k.ord, u.account_type AS "accountType", u.kyc_level AS "kycLevel", u.kyb_status AS "kybStatus",
                    u.country_code AS "countryCode", u.frozen_at IS NOT NULL AS frozen,
                    u.closed_at IS NOT NULL AS closed, u.owed IS NOT NULL AS owes
               FROM unnest($1::uuid[]) WITH ORDINALITY AS k(id, ord) JOIN users u ON u.id = k.id`,
      values: [arrayOf('uuid', ids, (id) => id)],
    });
    return inOrder(ids.length, rows);
  }
}

export function entryOf(row: EntryRow): DirectoryEntry {
  const { id, usertag, first_name: first, last_name: last, business_name: business } = row;
  // A character is two units at most: the rest of a name need not be split for its first.
  const [initial] = last.slice(0, 2);
  return {
    id,
    usertag,
    accountType: row.account_type,
    currency: row.currency,
    name: business ?? `${first} ${last}`,
    publicName: row.public_name,
    maskedName: business ?? `${first} ${initial}.`,
  };
}
