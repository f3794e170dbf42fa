import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

const TESTS = ['**/*.spec.ts', '**/*.e2e-spec.ts', 'test/**'];

/** One list per kind of file: a later rule entry replaces an earlier one, it is never added to it. */
const clock = [
  ['NewExpression[callee.name="Date"][arguments.length=0]', 'The time comes from the Clock port.'],
  [
    'CallExpression[callee.object.name="Date"][callee.property.name="now"]',
    'The time comes from the Clock port.',
  ],
  ['CallExpression[callee.name="Date"]', 'The time comes from the Clock port.'],
];
/** A main file may hand the environment to Config.from, which reads it. */
const HANDED_OVER = 'CallExpression[callee.object.name="Config"][callee.property.name="from"]';
const environment = [
  [
    `:not(${HANDED_OVER}) > MemberExpression[object.name="process"][property.name="env"]`,
    'The environment is read in libs/config alone.',
  ],
  ['ImportSpecifier[imported.name="env"]', 'The environment is read in libs/config alone.'],
];
const unpacked = [['ObjectExpression > SpreadElement > ObjectExpression', 'Write the properties directly.']];
/** Lists of modules and of parameters have an entry on each line. */
const packed = [['ArrayExpression > SpreadElement > ArrayExpression', 'Write the entries directly.']];
/** Of an `Object.assign` to an aggregate the compiler checks neither the names nor the types of the fields. */
const ASSIGNMENT = 'CallExpression[callee.object.name="Object"][callee.property.name="assign"]';
const assigned = [
  [`${ASSIGNMENT}[arguments.0.type="NewExpression"]`, 'Assign the fields one by one.'],
  [`${ASSIGNMENT}[arguments.0.type="ThisExpression"]`, 'Assign the fields one by one.'],
];
const money = [
  ['CallExpression[callee.name=/^(Number|parseFloat|parseInt)$/]', 'Money is BigInt in the smallest unit.'],
  [
    'CallExpression[callee.object.name="Number"][callee.property.name=/^parse/]',
    'Money is BigInt in the smallest unit.',
  ],
  [
    'CallExpression[callee.object.name="Math"][callee.property.name=/^(round|floor|ceil|trunc)$/]',
    'Money is rounded by the kernel, once, in the direction that is said there.',
  ],
];
const banned = (...lists) => ['error', ...lists.flat().map(([selector, message]) => ({ selector, message }))];

/** Objects that follow the test clock of their app in test mode: their due dates come from Times. */
const TIMED = ['libs/{subscriptions,escrow,invoices}/src/**', 'libs/checkout/src/{sessions,page}/**'];
/** Only live objects, limits, or the real time that Times starts from. */
const IN_REAL_TIME = [
  'libs/escrow/src/escrows/escrow-admin.controller.ts',
  'libs/escrow/src/escrows/escrow.controller.ts',
  'libs/escrow/src/escrows/escrow-funding.service.ts',
  'libs/escrow/src/escrows/commands/{alert-of-dispute,create-escrow,resolve-dispute}.ts',
  'libs/{escrow,subscriptions,invoices}/**/jobs/*.ts',
  'libs/subscriptions/src/holds/charge-holds.store.ts',
  'libs/subscriptions/src/commands/subscribe-customer.ts',
  'libs/subscriptions/src/subscriptions/listeners/close-test-subscriptions.ts',
  'libs/invoices/src/invoices/{invoice-mail-limits.service,invoice.queries}.ts',
  'libs/invoices/src/invoices/mailed-invoice-files.store.ts',
  'libs/invoices/src/invoices/listeners/close-test-invoices.ts',
  'libs/invoices/src/links/{link-places.service,payment-link.queries}.ts',
];

/** HttpException and every exception Nest derives from it. */
const HTTP_EXCEPTIONS = [
  'HttpException',
  'BadGatewayException',
  'BadRequestException',
  'ConflictException',
  'ForbiddenException',
  'GatewayTimeoutException',
  'GoneException',
  'HttpVersionNotSupportedException',
  'ImATeapotException',
  'InternalServerErrorException',
  'MethodNotAllowedException',
  'MisdirectedException',
  'NotAcceptableException',
  'NotFoundException',
  'NotImplementedException',
  'PayloadTooLargeException',
  'PreconditionFailedException',
  'RequestTimeoutException',
  'ServiceUnavailableException',
  'UnauthorizedException',
  'UnprocessableEntityException',
  'UnsupportedMediaTypeException',
];

const httpExceptions = {
  name: '@nestjs/common',
  importNames: HTTP_EXCEPTIONS,
  message: 'Throw a DomainError; libs/http alone knows the status it becomes.',
};
const realTime = {
  name: '@app/kernel',
  importNames: ['Clock'],
  message: 'Due dates of these objects are in business time: use Times.',
};

export default defineConfig(
  {
    ignores: [
      'node_modules',
      'dist',
      'dist.*',
      '.data',
      'coverage',
      'test/fixtures',
      'libs/pages/web/released',
      'packages/node/dist',
      'packages/node/src/generated',
      'libs/pages/web/src/console/generated',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.recommended],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-restricted-syntax': banned(clock, environment, unpacked),
      'no-restricted-imports': ['error', { paths: [httpExceptions] }],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/no-for-in-array': 'error',
      '@typescript-eslint/no-base-to-string': 'error',
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/restrict-plus-operands': 'error',
      '@typescript-eslint/return-await': ['error', 'in-try-catch'],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-extraneous-class': 'off',
    },
  },
  {
    files: ['{apps,libs}/**/*.ts'],
    ignores: TESTS,
    rules: {
      'max-params': ['error', 12],
      'no-restricted-syntax': banned(clock, environment, unpacked, packed, assigned),
    },
  },
  {
    files: [
      'libs/kernel/src/money*.ts',
      '**/*-fee.policy.ts',
      'libs/*/src/money/*.money.ts',
      'libs/fx/**/*.ts',
    ],
    ignores: TESTS,
    rules: { 'no-restricted-syntax': banned(clock, environment, money, unpacked, packed, assigned) },
  },
  { files: ['libs/kernel/src/clock*.ts'], rules: { 'no-restricted-syntax': banned(environment, unpacked) } },
  { files: ['libs/config/**/*.ts'], rules: { 'no-restricted-syntax': banned(clock, unpacked) } },
  // Browser code has no Clock port: it corrects the clock of the browser by the server's. Neither has the client of merchants.
  {
    files: ['libs/pages/web/src/**', 'libs/docs/web/**', 'examples/*/web/**', 'packages/**'],
    rules: { 'no-restricted-syntax': banned(unpacked) },
  },
  {
    files: TIMED,
    ignores: [...TESTS, ...IN_REAL_TIME],
    rules: { 'no-restricted-imports': ['error', { paths: [httpExceptions, realTime] }] },
  },
  // The simulator plays another company's service, with an envelope of its own.
  {
    files: ['libs/http/**/*.ts', 'libs/simulator/**/*.ts'],
    rules: { 'no-restricted-imports': 'off' },
  },
  {
    files: [...TESTS, 'bench/**'],
    rules: { 'no-restricted-syntax': banned(unpacked), 'no-restricted-imports': 'off' },
  },
  {
    files: ['**/*.mjs'],
    rules: {
      'no-undef': 'off',
      'no-unused-vars': 'error',
      eqeqeq: 'error',
      'no-restricted-syntax': banned(unpacked),
    },
  },
);
