import { PUBLIC_NAME } from '@app/accounts';
import type { PoolClient } from 'pg';
import type { Addressee } from './notification-template';

/** The account that owns the event. */
export const owner = ({ ownerId }: { ownerId: string }): Addressee[] => [{ ownerId }];

/** The customers who own these ledger accounts; service accounts have no owner among them. */
export async function ownersOf(accountIds: readonly string[], tx: PoolClient): Promise<Addressee[]> {
  const { rows } = await tx.query<{ ownerId: string }>(
    `SELECT DISTINCT a.owner_id AS "ownerId" FROM ledger.accounts a JOIN users u ON u.id = a.owner_id
      WHERE a.id = ANY($1::uuid[]) ORDER BY 1`,
    [accountIds],
  );
  return rows;
}

/** The name under which the buyer knows the payee of a checkout session. */
export async function payeeOf(sessionId: string, tx: PoolClient): Promise<string> {
  const { rows } = await tx.query<{ name: string }>({
    name: 'payee_of_session',
    text: `SELECT ${PUBLIC_NAME} AS name FROM checkout_sessions s JOIN users u ON u.id = s.owner_id
            WHERE s.session_id = $1`,
    values: [sessionId],
  });
  if (!rows[0]) throw new Error(`session ${sessionId} has no payee`);
  return rows[0].name;
}

/** The account, if it has no live app any more and subscriptions that are charged without their customers. */
export async function ownerOfPausedCharges(ownerId: string, tx: PoolClient): Promise<Addressee[]> {
  const { rows } = await tx.query<{ ownerId: string }>(
    `SELECT u.id AS "ownerId" FROM users u
      WHERE u.id = $1
        AND NOT EXISTS (SELECT FROM merchant_apps a WHERE a.owner_id = u.id AND a.mode = 'live' AND a.revoked_at IS NULL)
        AND EXISTS (SELECT FROM subscriptions s WHERE s.owner_id = u.id AND s.mode = 'live' AND coalesce(s.mandate_id, s.saved_card_id) IS NOT NULL)`,
    [ownerId],
  );
  return rows;
}

/** The name under which clients know a business. */
export async function businessName(ownerId: string, tx: PoolClient): Promise<string> {
  const { rows } = await tx.query<{ name: string }>(
    `SELECT ${PUBLIC_NAME} AS name FROM users u WHERE u.id = $1`,
    [ownerId],
  );
  if (!rows[0]) throw new Error(`account ${ownerId} does not exist`);
  return rows[0].name;
}

/** The buyer of a checkout session, where the address is known: the one they confirmed, else that of the subscription or the merchant's entry. */
export async function buyerOf(sessionId: string, tx: PoolClient): Promise<Addressee[]> {
  const { rows } = await tx.query<{ email: string }>(
    `SELECT email FROM (SELECT coalesce(a.buyer_email, CASE WHEN b.id IS NULL THEN s.customer_email
                                                            WHEN b.customer_id IS NULL THEN b.customer_email
                                                            WHEN u.blanked_at IS NULL THEN u.email END) AS email
               FROM checkout_sessions s
               LEFT JOIN checkout_attempts a ON a.id = s.attempt_id
               LEFT JOIN subscription_invoices i ON i.id = s.origin_id AND s.purpose = 'subscription'
               LEFT JOIN subscriptions b ON b.id = i.subscription_key
               LEFT JOIN users u ON u.id = b.customer_id
              WHERE s.session_id = $1) known
      WHERE email IS NOT NULL`,
    [sessionId],
  );
  return rows;
}

/**
 * The customer of a subscription, in the language of their account, or of the business where they have none: at the present
 * address of the account that it belongs to, otherwise at the one that the merchant has given.
 */
export async function subscriberOf(
  { aggregateId, ownerId }: { aggregateId: string; ownerId: string },
  tx: PoolClient,
): Promise<Addressee[]> {
  const { rows } = await tx.query<{ id: string | null; email: string | null }>(
    `SELECT u.id, CASE WHEN s.customer_id IS NULL THEN s.customer_email WHEN u.blanked_at IS NULL THEN u.email END AS email
       FROM subscriptions s LEFT JOIN users u ON u.id = s.customer_id WHERE s.id = $1`,
    [aggregateId],
  );
  const { id = null, email = null } = rows[0] ?? {};
  return email === null ? [] : [{ email, account: id ?? (await holderOf(email, tx)) ?? ownerId }];
}

/** Staff who decide about money. */
export const financeStaff = (tx: PoolClient): Promise<Addressee[]> => staffWith(['finance', 'admin'], tx);

/** Staff who talk with account holders. */
export const supportStaff = (tx: PoolClient): Promise<Addressee[]> => staffWith(['support', 'admin'], tx);

/** Staff with one of these roles whose account is not frozen. */
export async function staffWith(roles: readonly string[], tx: PoolClient): Promise<Addressee[]> {
  const { rows } = await tx.query<{ ownerId: string }>(
    'SELECT id AS "ownerId" FROM users WHERE staff_role = ANY ($1) AND frozen_at IS NULL ORDER BY id',
    [roles],
  );
  return rows;
}

/** The account that has this address, whether or not it has proved it; null where there is none. */
export async function holderOf(email: string, tx: PoolClient): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>('SELECT h.id FROM users h WHERE h.email = $1', [email]);
  return rows[0]?.id ?? null;
}

/** The address of an account. */
export async function emailOf(userId: string, tx: PoolClient): Promise<string> {
  const { rows } = await tx.query<{ email: string }>('SELECT e.email FROM users e WHERE e.id = $1', [userId]);
  if (!rows[0]) throw new Error(`account ${userId} does not exist`);
  return rows[0].email;
}

/** The account number of an owner and its bank; null where none was opened. */
export async function accountNumberOf(ownerId: string, tx: PoolClient): Promise<string | null> {
  const { rows } = await tx.query<{ account: string }>(
    `SELECT v.account_number || ', ' || v.bank_name AS account FROM virtual_accounts v
      WHERE v.owner_id = $1 AND v.account_number IS NOT NULL`,
    [ownerId],
  );
  return rows[0]?.account ?? null;
}

/** The name that its owner gave an app. */
export async function appName(appId: string, tx: PoolClient): Promise<string> {
  const { rows } = await tx.query<{ name: string }>('SELECT name FROM merchant_apps WHERE id = $1', [appId]);
  if (!rows[0]) throw new Error(`app ${appId} does not exist`);
  return rows[0].name;
}
