import config from '../../../jest.config.mjs';

const unit = { ...config.projects.find(({ displayName }) => displayName === 'unit') };
delete unit.displayName;
const specs = [
  'kernel/src/money',
  'kernel/src/rate',
  'wallet/src/fees',
  'fx/src/conversion',
  'ledger/src/chart-of-accounts',
  'ledger/src/escrow-bookings',
  'ledger/src/payroll-bookings',
  'escrow/src/escrow-fee',
  'escrow/src/escrow.aggregate',
];

/** The unit tests of the money modules alone: a mutant that only a larger test would notice counts as unnoticed. */
export default { ...unit, testMatch: specs.map((spec) => `<rootDir>/libs/${spec}.spec.ts`) };
