/**
 * The architecture in one list: a lib imports only what stands above it. The import rules are generated
 * from this array (.dependency-cruiser.cjs) and tested (test/architecture.spec.ts).
 */
module.exports = [
  'kernel',
  'config',
  'database',
  'queue',
  'egress',
  'http',
  'ledger',
  'accounts',
  'kyc',
  'merchants',
  'fx',
  'wallet',
  'deposits',
  'payouts',
  'escrow',
  'checkout',
  'subscriptions',
  'invoices',
  'payroll',
  'webhooks',
  'notifications',
  'analytics',
  'backoffice',
  'gateways',
];
