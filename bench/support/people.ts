import { createHmac } from 'node:crypto';
import { type Config, derivedKey } from '@app/config';
import { serviceAccountId } from '@app/database';
import { PendingWrites } from '@app/write-path';
import { Money, uuidv7 } from '@app/kernel';
import { Pool } from 'pg';
import { commitUnits } from '../../libs/write-path/src/commit/commit-units';

/**
 * Number of people. It is large enough that no person reaches the transfer limit while they pay each other in turn.
 */
export const PEOPLE = 10_000;
export const PIN = '1234';
const AT_A_TIME = 20_000;

/** Ids are computed, so that load generators and SQL scripts need no query for them. */
const id = (kind: number) => (n: number) =>
  `0000000${kind}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
export const userId = id(1);
export const walletId = id(2);
export const lockedId = id(3);
export const sessionId = id(4);
export const usertagOf = (n: number) => `payer_${n}`;
export const checkoutSessionId = (n: number) => `cs_live_${String(n).padStart(22, '0')}`;

/** The wallet of person `n`, in SQL. */
export const walletIdSql = (n: string) =>
  `('00000002-0000-7000-8000-' || lpad(to_hex(${n}::int), 12, '0'))::uuid`;
export const userIdSql = (n: string) =>
  `('00000001-0000-7000-8000-' || lpad(to_hex(${n}::int), 12, '0'))::uuid`;

const OPENING = Money.parseMajor('1000000', 'NGN')!;

/** Inserts people who are signed in and have a PIN and funds, with the rows that their use cases would write. */
export async function settlePeople(config: Config, count = PEOPLE): Promise<void> {
  const pool = new Pool({ connectionString: config.env.DATABASE_URL, max: 2 });
  try {
    for (let first = 0; first < count; first += AT_A_TIME) {
      const numbers = Array.from({ length: Math.min(AT_A_TIME, count - first) }, (_, n) => first + n);
      await insertUsers(pool, numbers);
      await insertSessions(pool, numbers);
      await insertPins(pool, config, numbers);
      await openWallets(pool, numbers);
      for (let n = 0; n < numbers.length; n += 500) {
        const works = numbers.slice(n, n + 500).map(openingBalance);
        await commitUnits(pool, works, new Date(), true);
      }
    }
  } finally {
    await pool.end();
  }
}

async function insertUsers(pool: Pool, numbers: number[]): Promise<void> {
  await pool.query(
    `INSERT INTO users (id, version, account_type, email, email_verified_at, password_hash, first_name, last_name,
                        business_name, usertag, country_code, currency, kyc_level, kyc_status, kyb_status, referral_code, created_at)
     SELECT id, 1, 'business', tag || '@example.com', now(), 'none', 'Payer', 'Number ' || tag,
            'Payer number ' || tag, tag, 'NG', 'NGN', 1, 'approved', 'none', tag, now()
       FROM unnest($1::uuid[], $2::text[]) AS t(id, tag)`,
    [numbers.map(userId), numbers.map(usertagOf)],
  );
}

async function insertSessions(pool: Pool, numbers: number[]): Promise<void> {
  await pool.query(
    `INSERT INTO sessions (id, version, user_id, ip, created_at, last_used_at, expires_at)
     SELECT id, 1, user_id, '127.0.0.1', now(), now(), now() + interval '30 days'
       FROM unnest($1::uuid[], $2::uuid[]) AS t(id, user_id)`,
    [numbers.map(sessionId), numbers.map(userId)],
  );
}

async function insertPins(pool: Pool, { env }: Config, numbers: number[]): Promise<void> {
  const pepper = derivedKey(env.PIN_PEPPER, 'transaction pin');
  const macs = numbers.map((n) =>
    createHmac('sha256', pepper)
      .update(`${userId(n)} ${PIN}`)
      .digest(),
  );
  await pool.query(
    `INSERT INTO transaction_pins (user_id, pin_hmac, set_at)
     SELECT id, mac, now() FROM unnest($1::uuid[], $2::bytea[]) AS t(id, mac)`,
    [numbers.map(userId), macs],
  );
}

async function openWallets(pool: Pool, numbers: number[]): Promise<void> {
  await pool.query(
    `INSERT INTO wallets (id, locked_account_id, owner_id, currency_code, is_primary, version, created_at)
     SELECT id, locked, owner, 'NGN', true, 1, now()
       FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS t(id, locked, owner)`,
    [numbers.map(walletId), numbers.map(lockedId), numbers.map(userId)],
  );
  for (const [code, ids] of [
    ['available', numbers.map(walletId)],
    ['locked', numbers.map(lockedId)],
  ] as const) {
    await pool.query(
      `SELECT ledger.open_accounts(now(), $1::uuid[], $2::uuid[],
                                   array_fill($3::text, ARRAY[cardinality($1::uuid[])]),
                                   array_fill('NGN'::text, ARRAY[cardinality($1::uuid[])]))`,
      [ids, numbers.map(userId), code],
    );
  }
}

function openingBalance(n: number): PendingWrites {
  const pendingWrites = new PendingWrites();
  pendingWrites.journals.push({
    id: uuidv7(new Date()),
    eventId: uuidv7(new Date()),
    type: 'adjustment',
    amount: OPENING,
    fee: Money.zero('NGN'),
    related: { type: 'wallet', id: walletId(n) },
    legs: [
      { accountId: serviceAccountId('opening-balances', 'NGN'), amount: OPENING.negated() },
      { accountId: walletId(n), amount: OPENING },
    ],
  });
  return pendingWrites;
}
