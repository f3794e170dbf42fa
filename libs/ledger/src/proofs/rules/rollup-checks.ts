import { MOVEMENT_KIND } from '@app/database';
import { type Check, NO_JOURNAL } from './check';

const NO_WALLET = `'{}'::uuid[] AS accounts, ${NO_JOURNAL}`;
const ROW = 'rollups of ';
const NAME = `'${ROW}' || f.account_id AS row`;

/** The account whose rollups a fault concerns; null for other faults. */
export const rolledUpAccountOf = (row: string): string | null =>
  row.startsWith(ROW) ? row.slice(ROW.length) : null;

/** Whether two queries have different rows. */
const differ = (one: string, other: string) =>
  `EXISTS (SELECT 1 FROM ((${one} EXCEPT ALL ${other}) UNION ALL (${other} EXCEPT ALL ${one})) d)`;

/**
 * Checks of the rollups of accounts in `ledger.folds f`: sums of their own rows, and a few look-ups in the journal. The
 * rollups contain no money, so a fault freezes no wallet.
 */
export const ROLLUP_CHECKS: Check[] = [
  {
    name: 'days of the rollups contain the movements up to their mark',
    sql: (scope) =>
      `SELECT ${NAME}, 'days have ' || coalesce(d.count, 0) || ' movements and sum to ' || coalesce(d.minor, 0) || ', leg ' ||
              f.folded_to || ' left ' || coalesce(l.balance_after_minor, 0) AS detail, ${NO_WALLET}
         FROM ledger.folds f
         LEFT JOIN LATERAL (
           SELECT sum(count) AS count, sum(CASE WHEN credit THEN amount_minor ELSE -amount_minor END) AS minor
             FROM ledger.movement_days WHERE account_id = f.account_id) d ON true
         LEFT JOIN ledger.legs l ON l.account_id = f.account_id AND l.seq = f.folded_to
        WHERE (coalesce(d.count, 0) <> f.folded_to OR coalesce(d.minor, 0) <> coalesce(l.balance_after_minor, 0))
          AND ${scope('f.account_id')}`,
  },
  {
    name: 'days of the rollups equal their hours',
    sql: (scope) =>
      `SELECT ${NAME}, 'days and hours differ' AS detail, ${NO_WALLET} FROM ledger.folds f
        WHERE ${scope('f.account_id')} AND ${differ(
          `SELECT day, kind, credit, count, amount_minor, first_seq, last_seq FROM ledger.movement_days WHERE account_id = f.account_id`,
          `SELECT (hour AT TIME ZONE 'UTC')::date, kind, credit, sum(count)::bigint, sum(amount_minor), min(first_seq), max(last_seq)
             FROM ledger.movement_hours WHERE account_id = f.account_id GROUP BY 1, 2, 3`,
        )}`,
  },
  {
    name: 'blocks of the rollups are full up to their mark',
    sql: (scope) =>
      `SELECT ${NAME}, 'blocks and the mark ' || f.folded_to || ' differ' AS detail, ${NO_WALLET} FROM ledger.folds f
        WHERE ${scope('f.account_id')} AND ${differ(
          `SELECT block, sum(count) AS count FROM ledger.movement_blocks WHERE account_id = f.account_id GROUP BY 1`,
          `SELECT block, least(256, f.folded_to - 256 * block)::numeric FROM generate_series(0, (f.folded_to - 1) / 256) block
            WHERE f.folded_to > 0`,
        )}`,
  },
  {
    name: 'superblocks of the rollups equal their blocks',
    sql: (scope) =>
      `SELECT ${NAME}, 'superblocks and blocks differ' AS detail, ${NO_WALLET} FROM ledger.folds f
        WHERE f.folded_to >= 65536 AND ${scope('f.account_id')} AND ${differ(
          `SELECT superblock, type, count FROM ledger.movement_superblocks WHERE account_id = f.account_id`,
          `SELECT block / 256, type, sum(count)::bigint FROM ledger.movement_blocks
            WHERE account_id = f.account_id AND block < 256 * (f.folded_to / 65536) GROUP BY 1, 2`,
        )}`,
  },
  {
    name: 'texts of the search are there up to their mark',
    sql: (scope) =>
      `SELECT ${NAME}, 'the search has ' || s.count || ' blocks, and the mark is ' || f.indexed_to AS detail, ${NO_WALLET}
         FROM ledger.folds f
         JOIN LATERAL (SELECT count(*) AS count, max(block) AS last FROM ledger.search_blocks WHERE account_id = f.account_id) s ON true
        WHERE (32 * s.count <> f.indexed_to OR coalesce(s.last + 1, 0) <> s.count OR f.indexed_to > f.folded_to) AND ${scope('f.account_id')}`,
  },
  {
    name: 'sums by sender equal their days',
    sql: (scope) =>
      `SELECT ${NAME}, 'senders and their days differ' AS detail, ${NO_WALLET} FROM ledger.folds f
        WHERE ${scope('f.account_id')} AND ${differ(
          `SELECT sender_id, count, amount_minor FROM ledger.senders WHERE account_id = f.account_id`,
          `SELECT sender_id, sum(count)::bigint, sum(amount_minor) FROM ledger.sender_days
            WHERE account_id = f.account_id AND day >= f.window_from GROUP BY 1`,
        )}`,
  },
];

/** Compares one hour of each account with its legs, in turns: the second parameter counts them. */
export const HOUR_CHECK: Check = {
  name: 'an hour of the rollups equals its legs',
  sql: (scope) =>
    `SELECT ${NAME}, 'hour ' || h.hour || ' differs from its legs' AS detail, ${NO_WALLET} FROM ledger.folds f
       JOIN LATERAL (
         SELECT hour, min(first_seq) AS first_seq, max(last_seq) AS last_seq FROM ledger.movement_hours
          WHERE account_id = f.account_id GROUP BY hour ORDER BY hour
         OFFSET $2::bigint % (SELECT greatest(1, count(DISTINCT hour)) FROM ledger.movement_hours WHERE account_id = f.account_id)
          LIMIT 1) h ON true
      WHERE ${scope('f.account_id')} AND ${differ(
        `SELECT kind, credit, count, amount_minor FROM ledger.movement_hours WHERE account_id = f.account_id AND hour = h.hour`,
        `SELECT ${MOVEMENT_KIND}, l.amount_minor > 0, count(*), sum(abs(l.amount_minor)) FROM ledger.legs l
          WHERE l.account_id = f.account_id AND l.seq BETWEEN h.first_seq AND least(h.last_seq, f.folded_to)
            AND l.created_at >= h.hour AND l.created_at < h.hour + interval '1 hour' GROUP BY 1, 2`,
      )}`,
};
