import type { Language } from '@app/accounts';
import type { PoolClient } from 'pg';

function accountOf(id: string, language: Language) {
  return {
    id,
    email: `${id}@example.com`,
    emailVerified: true,
    frozen: false,
    name: id,
    chosen: { language },
  };
}

/** What the queries for addressees and names find, by a part of their SQL. */
const ROWS: readonly [sql: string, rows: (values: unknown[], language: Language) => object[]][] = [
  ['FROM ledger.accounts', () => [{ ownerId: 'ada-id' }]],
  ['FROM checkout_sessions s JOIN users', () => [{ name: 'Adé Stores' }]],
  ['coalesce(a.buyer_email, CASE', () => [{ email: 'buyer@example.com' }]],
  ['FROM subscriptions s LEFT JOIN users u', () => [{ id: null, email: 'taken@example.com' }]],
  ['SELECT name FROM merchant_apps', () => [{ name: 'Adé Shop' }]],
  ['coalesce(s.mandate_id, s.saved_card_id)', () => [{ ownerId: 'ada-id' }]],
  ['FROM virtual_accounts v', () => [{ account: '9900000001, Wema Bank' }]],
  ['AS name FROM users u WHERE u.id', () => [{ name: 'Adé Stores' }]],
  ['WHERE staff_role IN', () => [{ ownerId: 'staff-id' }]],
  ['WHERE staff_role = ANY', () => [{ ownerId: 'staff-id' }]],
  ['FROM users h WHERE h.email', ([email]) => (email === 'taken@example.com' ? [{ id: 'bola-id' }] : [])],
  ['FROM users e WHERE e.id', () => [{ email: 'staff@example.com' }]],
  ['FROM users u WHERE u.email', (_, language) => [accountOf('ada-id', language)]],
  ['FROM users u WHERE u.id', ([ids], language) => (ids as string[]).map((id) => accountOf(id, language))],
];

/** A transaction that finds the same people for each sample event, all of them readers of `language`. */
export function fakeTransaction(language: Language): PoolClient {
  const query = (statement: string | { text: string; values: unknown[] }, parameters: unknown[] = []) => {
    const { text, values } =
      typeof statement === 'string' ? { text: statement, values: parameters } : statement;
    const found = ROWS.find(([sql]) => text.includes(sql));
    if (!found) throw new Error(`unexpected query: ${text}`);
    return Promise.resolve({ rows: found[1](values, language) });
  };
  return { query } as unknown as PoolClient;
}
