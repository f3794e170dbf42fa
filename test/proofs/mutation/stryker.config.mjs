/** `npm run test:mutation`: changes the money modules in every small way, and counts the changes no test notices. */
export default {
  testRunner: 'jest',
  plugins: ['@stryker-mutator/jest-runner'],
  jest: { configFile: 'test/proofs/mutation/jest.config.mjs', enableFindRelatedTests: false },
  coverageAnalysis: 'perTest',
  mutate: [
    'libs/kernel/src/money.ts',
    'libs/kernel/src/rate.ts',
    'libs/wallet/src/fees.ts',
    'libs/fx/src/conversion.ts',
    'libs/ledger/src/chart-of-accounts.ts',
  ],
  thresholds: { high: 95, low: 90, break: 90 },
  reporters: ['clear-text', 'progress'],
  clearTextReporter: { reportTests: false, logTests: false },
  ignorePatterns: [
    '**',
    '!libs/**',
    '!test/proofs/mutation/**',
    '!.swcrc',
    '!tsconfig.json',
    '!package.json',
    '!jest.config.mjs',
  ],
  tempDirName: '.data/mutation',
  concurrency: 2,
  allowEmpty: false,
};
