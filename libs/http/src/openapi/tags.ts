export interface Tag {
  name: string;
  description: string;
}

const tag = (name: string, description: string): Tag => ({ name, description });

/** The tag of the actions of each file, and of each section of files with sections. */
const TAGS: Record<string, Tag> = {
  'admin.php/approvals': tag('Staff: approvals', 'Actions of staff that wait for a second person.'),
  'admin.php/audit': tag('Staff: audit log', 'What staff did and read.'),
  'admin.php/brands': tag('Staff: brands', 'Reviews of the names that businesses show.'),
  'admin.php/chargebacks': tag('Staff: chargebacks', 'Chargebacks, and what finance decides about them.'),
  'admin.php/deliveries': tag('Staff: deliveries', 'Webhook deliveries of all apps, and events that failed.'),
  'admin.php/escrow': tag('Staff: disputes', 'Disputed escrows and their resolution.'),
  'admin.php/explain': tag('Staff: stories', 'Any object by any of its names, and what happened to it.'),
  'admin.php/fx': tag('Staff: exchange rates', 'Live rates, spreads, and the rates of checkout.'),
  'admin.php/kyb': tag('Staff: business verification', 'Reviews of businesses.'),
  'admin.php/kyc': tag('Staff: identity verification', 'Reviews of documents, names and BVNs.'),
  'admin.php/ledger': tag('Staff: ledger', 'Accounts, verification, faults and reversals.'),
  'admin.php/notes': tag('Staff: notes', 'What staff write about objects for each other.'),
  'admin.php/payouts': tag('Staff: payouts', 'Withdrawals and the floats at the providers.'),
  'admin.php/queues': tag('Staff: queues', 'Work that is due, and the jobs.'),
  'admin.php/refunds': tag('Staff: refunds', 'Refunds of merchants, and what finance decides about them.'),
  'admin.php/subscriptions': tag('Staff: subscriptions', 'Charges that are held after a long outage.'),
  'admin.php/unapplied': tag('Staff: unapplied payments', 'Money that no session could take.'),
  'admin.php/users': tag('Staff: accounts', 'Accounts, freezes, roles and legal holds.'),
  'analytics.php': tag('Analytics', 'Figures of wallets and payments, and reports to send.'),
  'auth.php': tag('Sign-in', 'Accounts, sessions, second factors and proofs of contacts.'),
  'business.php/apps': tag('Apps', 'Merchant apps and their keys.'),
  'business.php/brand': tag('Brand', 'Name, colour, logo and contacts on the pages of a business.'),
  'business.php/chargebacks': tag(
    'Chargebacks of the account',
    'Card payments that the bank of the payer takes back.',
  ),
  'business.php/customers': tag('Customers of the account', 'Who has paid the business, by e-mail address.'),
  'business.php/events': tag('Event feed of the account', 'The events of an app in their order.'),
  'business.php/invoices': tag('Invoices of the account', 'Invoices of the signed-in business.'),
  'business.php/payments': tag(
    'Payments of the account',
    'What all apps of the business were paid, and its refunds.',
  ),
  'business.php/payroll': tag('Payroll', 'Many accounts paid in one request.'),
  'business.php/requests': tag(
    'Requests of the account',
    'Writes and refused requests of all apps and people.',
  ),
  'business.php/webhooks': tag(
    'Webhook endpoints of the account',
    'Endpoints, deliveries, replays and tests.',
  ),
  'chargebacks.php': tag('Test chargebacks', 'Chargebacks of test payments, played from both sides.'),
  'deposit.php': tag('Deposits', 'Money into a wallet by card or by transfer.'),
  'escrow.php': tag('Escrow', 'Payments that are held until the buyer releases them.'),
  'events.php': tag('Event feed', 'The events of an app in their order, and samples of them.'),
  'features.php/payment-links': tag('Payment links', 'Pages that take many payments.'),
  'invoices.php': tag('Invoices', 'Invoices, their numbers, pages and credit notes.'),
  'kyc.php': tag('Verification', 'Identity documents, BVN and business verification.'),
  'notifications.php': tag('Notifications', 'Notifications of the account.'),
  'payments.php': tag('Exchange', 'Exchange rates and conversions.'),
  'payout.php': tag('Payouts', 'Withdrawals and the accounts that they go to.'),
  'session.php': tag('Checkout sessions (Variant B)', 'Checkout sessions with the other envelope.'),
  'sessions.php': tag('Checkout sessions', 'Hosted checkout and its payment methods.'),
  'settings.php': tag('Settings', 'Password, PIN, sessions, profile and preferences.'),
  'subscriptions.php': tag('Subscriptions', 'Plans, subscriptions and the invoices of their cycles.'),
  'team.php': tag('Team', 'Members of the account of a business, their invitations and what they did.'),
  'test-clock.php': tag('Test clock', 'The time of test objects.'),
  'transactions.php': tag('Transactions', 'Transactions of all wallets, sums and exports.'),
  'wallet.php': tag('Wallets', 'Balances, transfers, payment requests and statements.'),
  'webhooks.php': tag('Webhook endpoints', 'Endpoints, deliveries, replays and tests of an app.'),
};

const SECTIONED = /^\/api\/([a-z0-9-]+\.php\/[a-z0-9-]+)\/[a-z0-9-]+$/;

/** The tag of an action by its path. Throws where the table above has none. */
export function tagOf(path: string): Tag {
  const name = SECTIONED.exec(path)?.[1] ?? path.split('/')[2]!;
  const found = TAGS[name];
  if (!found) throw new Error(`The API reference has no tag for ${name}: add it to openapi/tags.ts.`);
  return found;
}
