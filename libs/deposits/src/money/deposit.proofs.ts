import { NO_JOURNAL, type Proofs } from '@app/ledger';

export const DEPOSIT_PROOFS: Proofs = {
  journals: [
    {
      name: 'each credit of an account number is a transfer that was confirmed',
      sql: (scope) =>
        `SELECT 'journal ' || j.id AS row, 'is not as a transfer to ' || j.reference || ' says' AS detail,
                j.accounts, j.id AS journal_id
           FROM ledger.journals j
           LEFT JOIN virtual_account_inflows i ON i.transaction_id = j.id
           LEFT JOIN ledger.accounts a ON a.id = ANY (j.accounts) AND a.owner_id = i.owner_id AND a.code = 'available'
          WHERE j.type = 'deposit' AND j.reference LIKE 'va!_%' ESCAPE '!' AND ${scope('j.id')}
            AND (i.amount_minor, a.currency) IS DISTINCT FROM (j.amount_minor, 'NGN')`,
    },
  ],
  accounts: [
    {
      name: 'each transfer to an account number was credited',
      sql: (scope) =>
        `SELECT 'transfer ' || i.gateway || ' ' || i.gateway_transaction_id AS row, 'has no booking' AS detail,
                ARRAY[a.id] AS accounts, ${NO_JOURNAL}
           FROM ledger.accounts a JOIN virtual_account_inflows i ON i.owner_id = a.owner_id
          WHERE a.code = 'available' AND a.currency = 'NGN' AND ${scope('a.id')}
            AND NOT EXISTS (SELECT FROM ledger.journals j WHERE j.id = i.transaction_id)`,
    },
  ],
};
