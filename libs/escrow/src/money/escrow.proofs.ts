import { NO_JOURNAL, type Proofs } from '@app/ledger';

export const ESCROW_PROOFS: Proofs = {
  accounts: [
    {
      name: 'locked funds equal the open holds they stand for',
      sql: (scope) =>
        `SELECT 'account ' || a.id AS row,
                'locked ' || b.balance_minor || ', open escrows hold ' || coalesce(h.held, 0) AS detail,
                ARRAY[a.id] AS accounts, ${NO_JOURNAL}
           FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
           LEFT JOIN LATERAL (
             SELECT sum(e.held_minor) AS held FROM escrows e
              WHERE e.hold_account_id = a.id AND e.status IN ('funded', 'disputed')) h ON true
          WHERE a.code = 'locked' AND b.balance_minor <> coalesce(h.held, 0) AND ${scope('a.id')}`,
    },
  ],
};
