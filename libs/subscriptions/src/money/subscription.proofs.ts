import { type Check, NO_JOURNAL, type Proofs } from '@app/ledger';
import { SUBSCRIPTION_CARD_KEY, SUBSCRIPTION_CHARGE_KEY } from './subscription.money';

/** Journals in scope that pay an invoice of a subscription, with that invoice. */
const OF_INVOICE = `ledger.journals j LEFT JOIN subscription_invoices i ON i.invoice_id = j.related_id`;

/** Checks of payments of subscriptions, by links and by charges to wallets and cards. */
const JOURNAL_CHECKS: Check[] = [
  {
    name: 'each invoice of a subscription is settled once, by a link or a charge',
    sql: (scope) =>
      `SELECT 'journal ' || j.id AS row, 'is not the one that settled invoice ' || j.related_id AS detail,
              j.accounts, j.id AS journal_id
         FROM ${OF_INVOICE} LEFT JOIN ledger.once o ON o.key = i.settlement_key
        WHERE j.type = 'subscription' AND ${scope('j.id')}
          AND (i.mode, i.status, i.amount_minor, i.currency, o.journal_id)
              IS DISTINCT FROM ('live', 'paid', j.amount_minor, j.currency, j.id)`,
  },
  {
    name: 'each charge to a wallet is one that its payer has authorised',
    sql: (scope) =>
      `SELECT 'journal ' || j.id AS row, 'is not as the mandate of invoice ' || j.related_id || ' permits' AS detail,
              j.accounts, j.id AS journal_id
         FROM ${OF_INVOICE} JOIN ledger.once o ON o.key = '${SUBSCRIPTION_CHARGE_KEY}' || j.related_id AND o.journal_id = j.id
         LEFT JOIN wallet_mandates m ON m.id = i.mandate_id AND m.subscription_key = i.subscription_key
        WHERE j.type = 'subscription' AND ${scope('j.id')}
          AND ((m.account_id, m.currency) IS DISTINCT FROM (j.accounts[1], j.currency) OR j.amount_minor > m.cap_minor)`,
  },
  {
    name: 'each charge to a card is one that succeeded, of a card that its holder has saved',
    sql: (scope) =>
      `SELECT 'journal ' || j.id AS row, 'is not as a charge of invoice ' || j.related_id || ' permits' AS detail,
              j.accounts, j.id AS journal_id
         FROM ${OF_INVOICE} JOIN ledger.once o ON o.key = '${SUBSCRIPTION_CARD_KEY}' || j.related_id AND o.journal_id = j.id
         LEFT JOIN card_charges c ON c.invoice_key = i.id AND c.is_applied
         LEFT JOIN saved_cards s ON s.id = c.saved_card_id AND s.subscription_key = i.subscription_key
        WHERE j.type = 'subscription' AND ${scope('j.id')} AND s.id IS NULL`,
  },
];

/** Checks of subscriptions in both modes, by their id. No wallet is in doubt if one fails. */
const SUBSCRIPTION_CHECKS: Check[] = [
  {
    name: 'each invoice of a subscription asks for the price of its plan less a credit',
    sql: (scope) =>
      `SELECT 'subscription invoice ' || i.id AS row,
              'asks for ' || i.amount_minor || ' after a credit of ' || i.credit_minor || '; its plan costs ' || p.amount_minor AS detail,
              '{}'::uuid[] AS accounts, ${NO_JOURNAL}
         FROM subscriptions s JOIN subscription_invoices i ON i.subscription_key = s.id
         JOIN subscription_plans p ON p.plan_id = i.plan_id
        WHERE (i.amount_minor + i.credit_minor, i.currency) IS DISTINCT FROM (p.amount_minor, p.currency) AND ${scope('s.id')}`,
  },
  {
    // A credit is at most the price of a paid invoice, which earlier credits can have covered in part. What all credits come
    // to is therefore never more than what was paid. A change of plan takes its credit when it takes effect.
    name: 'each credit of a subscription is the rest of a paid period, and is used once',
    sql: (scope) =>
      `SELECT 'subscription ' || s.id AS row,
              'has a credit of ' || s.credit_minor || '; ' || g.granted || ' granted, ' || u.used || ' used, ' || u.paid ||
              ' paid, ' || g.unfounded || ' without a paid invoice' AS detail,
              '{}'::uuid[] AS accounts, ${NO_JOURNAL}
         FROM subscriptions s
        CROSS JOIN LATERAL (
          SELECT coalesce(sum(c.amount_minor), 0) AS granted,
                 count(*) FILTER (WHERE (i.subscription_key, i.status) IS DISTINCT FROM (s.id, 'paid')
                                     OR c.amount_minor > i.amount_minor + i.credit_minor) AS unfounded
            FROM subscription_credits c JOIN subscription_invoices i ON i.id = c.invoice_key
           WHERE c.subscription_key = s.id) g
        CROSS JOIN LATERAL (
          SELECT coalesce(sum(i.credit_minor) FILTER (WHERE i.cycle >= 0), 0) AS used, coalesce(sum(i.amount_minor) FILTER (WHERE i.status = 'paid'), 0) AS paid
            FROM subscription_invoices i WHERE i.subscription_key = s.id) u
        WHERE (s.credit_minor <> g.granted - u.used OR g.unfounded > 0 OR s.credit_minor > u.paid) AND ${scope('s.id')}`,
  },
];

export const SUBSCRIPTION_PROOFS: Proofs = {
  journals: JOURNAL_CHECKS,
  tables: [{ name: 'every subscription', table: 'subscriptions', batch: 500, checks: SUBSCRIPTION_CHECKS }],
};
