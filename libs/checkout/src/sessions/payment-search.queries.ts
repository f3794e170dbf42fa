import { Injectable } from '@nestjs/common';
import type { Mode } from '@app/kernel';
import type { SearchableObject, SearchSource } from '@app/search';
import type { ClientBase } from 'pg';

export interface SearchedRow {
  id: string;
  owner_id: string;
  mode: Mode;
  session_id: string;
  origin_id: string | null;
  order_ref: string | null;
  customer_email: string | null;
  customer_name: string | null;
  amount_minor: string;
  created_at: Date;
  last4: string[];
}

/** What is read of `checkout_sessions` to compare a session with a text. */
export const SEARCHED_COLUMNS = `id, owner_id, mode, session_id, origin_id, order_ref, customer_email, customer_name, amount_minor, created_at,
  ARRAY(SELECT a.card_last4 FROM checkout_attempts a
         WHERE a.checkout_session_id = checkout_sessions.id AND a.card_last4 IS NOT NULL) AS last4`;

/** What a payment is found by. */
export const searchedOf = (row: SearchedRow): SearchableObject => ({
  id: row.id,
  ownerId: row.owner_id,
  mode: row.mode,
  createdAt: row.created_at,
  ids: row.origin_id === null ? [row.session_id] : [row.session_id, row.origin_id],
  references: [row.order_ref],
  email: row.customer_email,
  names: [row.customer_name],
  amountMinor: BigInt(row.amount_minor),
  last4: row.last4,
});

/** Reads payments to index what they are found by. */
@Injectable()
export class PaymentSearchQueries implements SearchSource {
  readonly kind = 'payment';

  async read(ids: readonly string[], tx: ClientBase): Promise<SearchableObject[]> {
    const { rows } = await tx.query<SearchedRow>(
      `SELECT ${SEARCHED_COLUMNS} FROM checkout_sessions WHERE id = ANY ($1::uuid[]) AND purpose <> 'deposit'`,
      [ids],
    );
    return rows.map(searchedOf);
  }

  async idsBelow(below: string, limit: number, tx: ClientBase): Promise<string[]> {
    const { rows } = await tx.query<{ id: string }>(
      'SELECT id FROM checkout_sessions WHERE id < $1 ORDER BY id DESC LIMIT $2',
      [below, limit],
    );
    return rows.map(({ id }) => id);
  }
}
