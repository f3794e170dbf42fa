const libs = require('./libs.order.cjs');

const TESTS = '\\.spec\\.ts$';
const NPM = ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-bundled', 'npm-no-pkg', 'npm-unknown'];

/** Roles of files inside a lib. */
const LOWEST = '\\.(?:policy|states|errors|events|money)\\.ts$';
const USE_CASES = '/(?:commands|flows|listeners)/';
const EDGES = ['\\.(?:controller|page)\\.ts$', '/jobs/'];

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** The adapters to other companies and their simulator come last; only apps import them. */
const OUTSIDE = libs.slice(libs.indexOf('gateways'));
const domain = libs.slice(0, -OUTSIDE.length);

const looksDown = [domain, OUTSIDE].flatMap((group) =>
  group
    .slice(0, -1)
    .map((lib, place) =>
      rule(
        `${lib}-looks-down`,
        `${lib} may import only the libs before it in libs.order.cjs`,
        { path: `^libs/${lib}/` },
        { path: `^libs/(?:${group.slice(place + 1).join('|')})/` },
      ),
    ),
);

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...looksDown,
    rule(
      'known-libs-only',
      'a lib has its place in libs.order.cjs, else no rule looks at it',
      {},
      { path: '^libs/', pathNot: `^libs/(?:${libs.join('|')})/` },
    ),
    rule(
      'only-apps-import-gateways',
      'which real system stands behind a port is decided by the app alone',
      { pathNot: `^(?:apps|libs/(?:${OUTSIDE.join('|')})|test|bench)/` },
      { path: `^libs/(?:${OUTSIDE.join('|')})/` },
    ),
    rule(
      'front-door-only',
      'another lib is entered through its index.ts',
      { path: '^(?:apps|libs|examples)/([^/]+)/' },
      // Browsers load the writer of CSV files, and cannot load the rest of http.
      {
        path: '^libs/',
        pathNot: ['^libs/$1/', '^libs/[^/]+/src/index\\.ts$', '^libs/http/src/wire/csv\\.ts$'],
      },
    ),
    rule(
      'libs-know-no-app',
      'an app is a list of libs, never the other way round',
      { path: '^libs/' },
      { path: '^apps/' },
    ),
    rule(
      'only-apps-import-examples',
      'an example shows how the product is used; the product works without it',
      { pathNot: '^(?:apps|examples)/' },
      { path: '^examples/' },
    ),
    rule(
      'apps-are-strangers',
      'what two apps share belongs into a lib',
      { path: '^apps/([^/]+)/' },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),
    rule(
      'packages-stand-alone',
      'a package is installed without this repository and without other packages',
      { path: '^packages/', pathNot: TESTS },
      { pathNot: '^packages/', dependencyTypesNot: ['core'] },
    ),
    rule(
      'kernel-is-plain-typescript',
      'money, ids and time depend on no package',
      { path: '^libs/kernel/', pathNot: TESTS },
      { dependencyTypes: NPM },
    ),
    rule(
      'policies-decide-alone',
      'policies, states, errors, events and bookings are the lowest layer of a lib of the domain',
      { path: `^libs/(?:${domain.join('|')})/.*${LOWEST}` },
      { path: ['\\.(?:aggregate|repository|store|service)\\.ts$', USE_CASES, ...EDGES] },
    ),
    rule(
      'aggregates-decide-only',
      'an aggregate decides and records; who calls it and who stores it is not its business',
      { path: '\\.aggregate\\.ts$' },
      {
        path: [
          'node_modules/(?:@nestjs|fastify)/',
          '^libs/http/',
          '\\.(?:repository|store|queries|service)\\.ts$',
          USE_CASES,
          ...EDGES,
        ],
      },
    ),
    rule(
      'stores-know-no-use-case',
      'a repository or a query serves the use cases of its lib and starts none',
      { path: '\\.(?:repository|queries)\\.ts$' },
      { path: [USE_CASES, ...EDGES] },
    ),
    rule(
      'use-cases-know-no-edge',
      'a command does not know the request or the schedule that starts it',
      { path: ['\\.(?:store|service)\\.ts$', USE_CASES], pathNot: TESTS },
      { path: ['\\.controller\\.ts$', '/jobs/'] },
    ),
    rule(
      'controllers-only-dispatch',
      'a controller turns a request into a command or a query',
      { path: '\\.controller\\.ts$' },
      { path: ['node_modules/(?:typeorm|@nestjs/typeorm)/', '\\.repository\\.ts$', '\\.aggregate\\.ts$'] },
    ),
    rule(
      'queries-only-read',
      'a query never loads what could be changed',
      { path: '\\.queries\\.ts$' },
      { path: ['\\.repository\\.ts$', '\\.aggregate\\.ts$'] },
    ),
    rule(
      'commands-stay-inside',
      'no other system is called while a transaction is open',
      { path: '/commands/', pathNot: TESTS },
      { path: ['\\.port\\.ts$', '/flows/'] },
    ),
    rule(
      'no-cycles',
      'files that import each other, even types alone, cannot be read one after the other',
      { path: '^(?:apps|examples|libs|packages)/' },
      { circular: true },
    ),
    rule('no-missing', 'an import that leads nowhere fails at start', {}, { couldNotResolve: true }),
    rule(
      'no-dev-dependency',
      'a production install has no development packages',
      { path: '^(?:apps|libs|examples)/', pathNot: TESTS },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(?:dist|coverage|test/fixtures|packages/node/dist)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    // Without these conditions packages that ship only ES modules count as missing.
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
