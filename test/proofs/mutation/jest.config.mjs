import config from '../../../jest.config.mjs';

// Stryker brings an environment of its own, which it builds on one of Jest's.
const unit = {
  ...config.projects.find(({ displayName }) => displayName === 'unit'),
  testEnvironment: 'node',
};
delete unit.displayName;
delete unit.runtime;
const money = (lib) => `<rootDir>/libs/${lib}/src/money/${lib}.money.ts`;
unit.moduleNameMapper = {
  '^@app/database$': '<rootDir>/libs/database/src/service-accounts.ts',
  '^@app/ledger$': '<rootDir>/test/proofs/mutation/ledger.ts',
  '^@app/wallet$': money('wallet'),
  '^@app/checkout$': money('checkout'),
  ...unit.moduleNameMapper,
};
const specs = [
  'kernel/src/money',
  'kernel/src/rate',
  'fx/src/rates/conversion.policy',
  '*/src/money/*.money',
  'escrow/src/escrows/escrow-fee.policy',
  'escrow/src/escrows/escrow.aggregate',
  'invoices/src/invoices/invoice-totals.policy',
  'invoices/src/links/payment-link.aggregate',
];

/** Only the unit tests of the money modules, so that a mutant must fail one of these. */
export default { ...unit, testMatch: specs.map((spec) => `<rootDir>/libs/${spec}.spec.ts`) };
