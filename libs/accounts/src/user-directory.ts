import { Inject, Injectable } from '@nestjs/common';
import { GatheredReads, inOrder, NO_LONGER_THAN, POSTGRES_POOL } from '@app/database';
import { isEmail, isUsertag, normalEmail, normalUsertag } from '@app/http';
import type { Currency } from '@app/kernel';
import type { Pool } from 'pg';
import { parsePhone } from './phone';

export type RecipientType = 'usertag' | 'email' | 'phone';

/** A person or business as others may know them. */
export interface DirectoryEntry {
  id: string;
  usertag: string;
  /** In full, for the two sides of a payment. */
  name: string;
  /** For look-ups by strangers: a business's name, or first name and initial. */
  maskedName: string;
  accountType: 'personal' | 'business';
  currency: Currency;
}

/** What an account may do, as the reviews of it stand now. */
export interface Standing {
  accountType: 'personal' | 'business';
  kycLevel: number;
  kybStatus: 'none' | 'pending' | 'approved' | 'rejected';
  countryCode: string;
  frozen: boolean;
}

const ENTRY = 'id, usertag, first_name, last_name, business_name, account_type, currency';
const MAX_WORDS = 8;

interface Row {
  id: string;
  usertag: string;
  first_name: string;
  last_name: string;
  business_name: string | null;
  account_type: 'personal' | 'business';
  currency: Currency;
}

/** Finds accounts for other contexts. */
@Injectable()
export class UserDirectory {
  private readonly recipients = {
    usertag: this.recipientsBy('usertag'),
    email: this.recipientsBy('email'),
    phone: this.recipientsBy('phone'),
  };

  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  async byId(id: string): Promise<DirectoryEntry | null> {
    return (await this.byIds([id])).get(id) ?? null;
  }

  async byIds(ids: readonly string[]): Promise<Map<string, DirectoryEntry>> {
    const { rows } = await this.pool.query<Row>({
      name: 'users_by_ids',
      text: `SELECT ${ENTRY} FROM users WHERE id = ANY($1::uuid[])`,
      values: [ids],
    });
    return new Map(rows.map((row) => [row.id, entryOf(row)]));
  }

  /**
   * Whom `text` names: a user tag, or an e-mail address or phone number its owner has proved; null where nobody, or
   * only a frozen account. `countryCode` is where a phone number without its own is dialled.
   */
  async resolveRecipient(
    text: string,
    type?: RecipientType,
    countryCode = 'NG',
  ): Promise<DirectoryEntry | null> {
    const [column, value] = identifierOf(text, type ?? typeOf(text), countryCode);
    if (value === null) return null;
    return this.recipients[column].read(value);
  }

  private recipientsBy(column: RecipientType): GatheredReads<string, DirectoryEntry | null> {
    const proved = column === 'usertag' ? '' : `AND u.${column}_verified_at IS NOT NULL`;
    return new GatheredReads(async (values) => {
      const { rows } = await this.pool.query<Row & { ord: string }>({
        ...NO_LONGER_THAN,
        name: `users_by_${column}`,
        text: `SELECT k.ord, ${ENTRY} FROM unnest($1::text[]) WITH ORDINALITY AS k(value, ord)
                 JOIN users u ON u.${column} = k.value AND u.frozen_at IS NULL ${proved}`,
        values: [values],
      });
      return inOrder(values.length, rows).map((row) => row && entryOf(row));
    });
  }

  /** Accounts whose names or tag hold a word beginning with each word of `q`. */
  async namesMatching(q: string, limit: number): Promise<string[]> {
    const words = (q.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS);
    if (words.length === 0) return [];
    const { rows } = await this.pool.query<{ id: string }>(
      "SELECT id FROM users WHERE words @@ to_tsquery('simple', $1) ORDER BY id LIMIT $2",
      [words.map((word) => `'${word}':*`).join(' & '), limit],
    );
    return rows.map(({ id }) => id);
  }

  async standingOf(id: string): Promise<Standing | null> {
    const { rows } = await this.pool.query<Standing>({
      name: 'user_standing',
      text: `SELECT account_type AS "accountType", kyc_level AS "kycLevel", kyb_status AS "kybStatus",
                    country_code AS "countryCode", frozen_at IS NOT NULL AS frozen
               FROM users WHERE id = $1`,
      values: [id],
    });
    return rows[0] ?? null;
  }
}

/** What kind of identifier people mean: `@ada` and `ada` are tags, digits alone are a phone number. */
export function typeOf(text: string): RecipientType {
  const trimmed = text.trim();
  if (trimmed.startsWith('@')) return 'usertag';
  if (trimmed.includes('@')) return 'email';
  return /^\+?[\d\s().-]+$/.test(trimmed) ? 'phone' : 'usertag';
}

function identifierOf(
  text: string,
  type: RecipientType,
  countryCode: string,
): [RecipientType, string | null] {
  if (type === 'phone') return [type, parsePhone(text, countryCode)];
  const normal = type === 'email' ? normalEmail(text) : normalUsertag(text);
  const holds = type === 'email' ? isEmail : isUsertag;
  return [type, holds(normal) ? normal : null];
}

function entryOf(row: Row): DirectoryEntry {
  const { id, usertag, first_name: first, last_name: last, business_name: business } = row;
  return {
    ...{ id, usertag, accountType: row.account_type, currency: row.currency },
    name: business ?? `${first} ${last}`,
    maskedName: business ?? `${first} ${[...last][0]}.`,
  };
}
