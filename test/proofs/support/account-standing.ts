/** What the database says about an account that staff freeze. */
export interface Standing {
  frozen: boolean;
  /** Debits of what the account can spend. */
  debits: number;
  /** Wallets whose debits PostgreSQL refuses. */
  stopped: number;
  wallets: number;
  /** Open sessions. */
  sessions: number;
  /** Entries of the audit log. */
  freezes: number;
  unfreezes: number;
  /** Requests to unfreeze the account that await a second person. */
  awaiting: number;
}

const AUDITED = 'SELECT count(*)::int FROM audit_log a WHERE a.subject = u.id::text AND a.action';

export const STANDING = `
  SELECT u.frozen_at IS NOT NULL AS frozen,
         (SELECT count(*)::int FROM ledger.legs l JOIN wallets w ON w.id = l.account_id
           WHERE w.owner_id = u.id AND l.amount_minor < 0) AS debits,
         (SELECT count(*)::int FROM ledger.balances b JOIN wallets w ON w.id = b.account_id
           WHERE w.owner_id = u.id AND b.owner_frozen) AS stopped,
         (SELECT count(*)::int FROM wallets w WHERE w.owner_id = u.id) AS wallets,
         (SELECT count(*)::int FROM sessions s WHERE s.user_id = u.id AND s.ended_at IS NULL) AS sessions,
         (${AUDITED} = 'users.freeze') AS freezes,
         (${AUDITED} = 'users.unfreeze') AS unfreezes,
         (SELECT count(*)::int FROM held_actions h
           WHERE h.body ->> 'user_id' = u.id::text AND h.status = 'awaiting_approval') AS awaiting
    FROM users u WHERE u.id = $1`;
