/**
 * The order of the libs: a lib imports only libs before it. The import rules are generated from this array
 * (.dependency-cruiser.cjs) and tested (test/architecture.spec.ts).
 */
module.exports = [
  'kernel',
  'config',
  'database',
  'write-path',
  'queue',
  'egress',
  'http',
  'pages',
  'ledger',
  'accounts',
  'test-clock',
  'merchants',
  'kyc',
  'fx',
  'wallet',
  'charges',
  'escrow',
  'checkout',
  'deposits',
  'payouts',
  'payroll',
  'invoices',
  'analytics',
  'webhooks',
  'notifications',
  'backoffice',
  'gateways',
  'simulator',
];
