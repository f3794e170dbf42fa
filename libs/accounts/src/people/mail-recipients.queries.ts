import type { PoolClient } from 'pg';
import { preferencesFrom, type PreferenceValues } from './preferences.service';

/** An account as the recipient of a mail. */
export interface MailRecipient {
  id: string;
  email: string;
  /** Whether the user has proven that the address is their own. */
  emailVerified: boolean;
  /** As others know them: the business's name, else the first name. */
  name: string;
  frozen: boolean;
  preferences: PreferenceValues;
}

interface Row extends Omit<MailRecipient, 'preferences'> {
  chosen: object | null;
}

const COLUMNS = `u.id, u.email, u.email_verified_at IS NOT NULL AS "emailVerified", u.frozen_at IS NOT NULL AS frozen,
  coalesce(u.business_name, u.first_name) AS name,
  (SELECT jsonb_object_agg(p.key, p.value) FROM user_preferences p WHERE p.user_id = u.id) AS chosen`;

/** The accounts with these ids, read in the caller's transaction. */
export async function mailRecipientsById(
  tx: PoolClient,
  ids: readonly string[],
): Promise<Map<string, MailRecipient>> {
  const { rows } = await tx.query<Row>({
    name: 'correspondents_by_id',
    text: `SELECT ${COLUMNS} FROM users u WHERE u.id = ANY($1::uuid[])`,
    values: [ids],
  });
  return new Map(rows.map((row) => [row.id, mailRecipientOf(row)]));
}

/** The account an address belongs to; null where it has none. */
export async function mailRecipientByEmail(tx: PoolClient, email: string): Promise<MailRecipient | null> {
  const { rows } = await tx.query<Row>({
    name: 'correspondent_by_email',
    text: `SELECT ${COLUMNS} FROM users u WHERE u.email = $1`,
    values: [email],
  });
  return rows[0] ? mailRecipientOf(rows[0]) : null;
}

function mailRecipientOf({ chosen, ...row }: Row): MailRecipient {
  return { ...row, preferences: preferencesFrom(chosen) };
}
