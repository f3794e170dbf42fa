import { serviceAccountId } from '@app/database';
import { PEOPLE, userIdSql, walletIdSql } from './people';
import type { Server } from './server';

const CHUNK = 250_000;
const LANES = 4;
const AMOUNT = 100;
const FEE = 1;

/**
 * The payer and payee of transfer `i` and the numbers of their legs, as SQL over `i`. `base` counts the opening
 * leg.
 */
interface Pattern {
  from: string;
  to: string;
  fromSeq: string;
  toSeq: string;
  /** Microseconds from one transfer to the next; the first lies `count` of them, and an hour, in the past. */
  microseconds?: (count: number) => number;
  /** The type of transfer `i`; absent: all are transfers. */
  type?: string;
  /** The description of transfer `i`; absent: all have the same. */
  description?: string;
}

/** The type of every hundredth movement of a large account. */
export const RARE_TYPE = 'subscription';
/** The description of few of its movements, and of all others. */
export const RARE_TEXT = 'Generator hire';
export const COMMON_TEXT = 'Lunch';
const YEAR_MICROSECONDS = 364 * 86_400 * 1e6;

/** In each round every person pays once and is paid once, by a different person each time. */
const ALL_PEOPLE: Pattern = {
  from: `i % ${PEOPLE}`,
  to: `(i + 1 + (i / ${PEOPLE}) % ${PEOPLE - 1}) % ${PEOPLE}`,
  fromSeq: `1 + 2 * (i / ${PEOPLE}) + 1`,
  toSeq: `1 + 2 * (i / ${PEOPLE}) + 2`,
};

/** The first person pays all others in turn. */
const ONE_PAYER: Pattern = {
  from: '0',
  to: `1 + i % ${PEOPLE - 1}`,
  fromSeq: '1 + i + 1',
  toSeq: `1 + i / ${PEOPLE - 1} + 1`,
};

/** The first person pays all others in turn, over a year. */
const LARGE_ACCOUNT: Pattern = {
  ...ONE_PAYER,
  microseconds: (count) => Math.floor(YEAR_MICROSECONDS / count),
  type: `CASE WHEN i % 100 = 7 THEN '${RARE_TYPE}' ELSE 'transfer' END`,
  description: `CASE WHEN i % 200000 = 11 THEN '${RARE_TEXT}' ELSE '${COMMON_TEXT}' END`,
};

/** Inserts `count` past transfers between all people, with the rows that the product would write. */
export const fillJournals = (server: Server, database: string, count: number): Promise<void> =>
  fill(server, database, count, ALL_PEOPLE);

/** Inserts `count` movements of the first person's wallet. */
export const fillOneAccount = (server: Server, database: string, count: number): Promise<void> =>
  fill(server, database, count, ONE_PAYER);

/** Inserts `count` movements of the first person's wallet, spread over a year. */
export const fillLargeAccount = (server: Server, database: string, count: number): Promise<void> =>
  fill(server, database, count, LARGE_ACCOUNT);

async function fill(server: Server, database: string, count: number, pattern: Pattern): Promise<void> {
  const starts = Array.from({ length: Math.ceil(count / CHUNK) }, (_, n) => n * CHUNK);
  const lane = async () => {
    for (let start = starts.shift(); start !== undefined; start = starts.shift()) {
      await server.run(chunkSql(pattern, count, start, Math.min(start + CHUNK, count) - 1), database);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  await server.run(
    `UPDATE ledger.balances b SET seq = l.seq, balance_minor = l.balance_after_minor
       FROM (SELECT DISTINCT ON (account_id) account_id, seq, balance_after_minor FROM ledger.legs
              WHERE balance_after_minor IS NOT NULL ORDER BY account_id, seq DESC) l
      WHERE b.account_id = l.account_id`,
    database,
  );
}

function chunkSql(pattern: Pattern, count: number, first: number, last: number): string {
  const { from, to, fromSeq, toSeq, type = `'transfer'`, description = `'${COMMON_TEXT}'` } = pattern;
  const step = pattern.microseconds?.(count) ?? 1;
  const span = pattern.microseconds ? step * count : 0;
  const fees = `'${serviceAccountId('transfer-fees', 'NGN')}'::uuid`;
  const opening = 100_000_000;
  const paid = (rounds: string) => `${opening} - (${rounds}) * ${FEE}`;
  const fromAll = from.includes('%');
  const fromAfter = fromAll
    ? `${paid(`i / ${PEOPLE}`)} - ${AMOUNT + FEE}`
    : `${opening} - (i + 1) * ${AMOUNT + FEE}`;
  const toAfter = fromAll ? paid(`i / ${PEOPLE} + 1`) : `${opening} + (i / ${PEOPLE - 1} + 1) * ${AMOUNT}`;
  return `
    CREATE TEMP TABLE past ON COMMIT DROP AS
      SELECT i, '0000000a-0000-7000-8000-' || lpad(to_hex(i), 12, '0') AS id,
             ${walletIdSql(`(${from})`)} AS sender, ${walletIdSql(`(${to})`)} AS recipient,
             ${userIdSql(`(${from})`)} AS payer, ${userIdSql(`(${to})`)} AS payee,
             ${fromSeq} AS sender_seq, ${toSeq} AS recipient_seq, ${fromAfter} AS sender_after, ${toAfter} AS recipient_after,
             ${type} AS type, ${description} AS description,
             now() - interval '1 hour' - ${span}::bigint * interval '1 microsecond' + i * ${step}::bigint * interval '1 microsecond' AS at
        FROM generate_series(${first}::bigint, ${last}) AS i;
    INSERT INTO ledger.journals (id, type, event_id, currency, amount_minor, fee_minor, reference, description,
                                 related_type, related_id, metadata, accounts, amounts, seqs, created_at)
    SELECT id::uuid, type, id::uuid, 'NGN', ${AMOUNT}, ${FEE}, id, description, 'transfer', id,
           jsonb_build_object('from', sender, 'to', recipient), ARRAY[sender, recipient, ${fees}],
           ARRAY[${-AMOUNT - FEE}, ${AMOUNT}, ${FEE}], ARRAY[sender_seq, recipient_seq, i - ${2 ** 40}], at
      FROM past;
    INSERT INTO ledger.legs (account_id, seq, journal_id, type, amount_minor, balance_after_minor, counterparty_id, created_at)
    SELECT sender, sender_seq, id::uuid, type, ${-AMOUNT - FEE}, sender_after, payee, at FROM past
    UNION ALL
    SELECT recipient, recipient_seq, id::uuid, type, ${AMOUNT}, recipient_after, payer, at FROM past
    UNION ALL
    SELECT ${fees}, i - ${2 ** 40}, id::uuid, type, ${FEE}, NULL, NULL, at FROM past;`;
}
