import type { PoolClient } from 'pg';

interface SubscriptionIds {
  subscription_id?: string;
  subscription_invoice_id?: string;
}

/** The ids of the subscription whose cycle opened the session; none for other sessions. */
export async function subscriptionIdsOf(
  { origin, originId }: { origin?: string; originId?: string },
  tx: PoolClient,
): Promise<SubscriptionIds> {
  if (origin !== 'subscription') return {};
  const { rows } = await tx.query<Required<SubscriptionIds>>(
    'SELECT subscription_id, invoice_id AS subscription_invoice_id FROM subscription_invoices WHERE id = $1',
    [originId],
  );
  return rows[0] ?? {};
}
