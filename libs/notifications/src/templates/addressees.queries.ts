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
    text: `SELECT coalesce(u.business_name, a.name, u.first_name || ' ' || u.last_name) AS name
             FROM checkout_sessions s JOIN users u ON u.id = s.owner_id
             LEFT JOIN merchant_apps a ON a.id = s.app_id
            WHERE s.session_id = $1`,
    values: [sessionId],
  });
  if (!rows[0]) throw new Error(`session ${sessionId} has no payee`);
  return rows[0].name;
}

/** The buyer of a checkout session, where the address is known. */
export async function buyerOf(sessionId: string, tx: PoolClient): Promise<Addressee[]> {
  const { rows } = await tx.query<{ email: string }>(
    'SELECT customer_email AS email FROM checkout_sessions WHERE session_id = $1 AND customer_email IS NOT NULL',
    [sessionId],
  );
  return rows;
}

/** Staff who decide about money. */
export async function financeStaff(tx: PoolClient): Promise<Addressee[]> {
  const { rows } = await tx.query<{ ownerId: string }>(
    `SELECT id AS "ownerId" FROM users WHERE staff_role IN ('finance', 'admin') AND frozen_at IS NULL ORDER BY id`,
  );
  return rows;
}
