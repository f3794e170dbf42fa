import { existsSync, readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const MB = 1024 * 1024;
const root = path.dirname(fileURLToPath(import.meta.url));

/**
 * Tests run as CommonJS, as the product does. Node loads ES modules through require(); Jest 30 on Node 20
 * cannot, so packages that ship ES modules are compiled like our own sources, and no others are.
 */
function esModulePackages(folder = path.join(root, 'node_modules'), found = new Set()) {
  if (!existsSync(folder)) return found;
  for (const entry of readdirSync(folder)) {
    if (entry.startsWith('.')) continue;
    const below = path.join(folder, entry);
    const names = entry.startsWith('@') ? readdirSync(below).map((name) => `${entry}/${name}`) : [entry];
    for (const name of names) {
      const manifest = path.join(folder, name, 'package.json');
      if (!existsSync(manifest)) continue;
      if (JSON.parse(readFileSync(manifest, 'utf8')).type === 'module') found.add(name);
      esModulePackages(path.join(folder, name, 'node_modules'), found);
    }
  }
  return found;
}

const escaped = [...esModulePackages()].map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));

const common = {
  rootDir: root,
  testEnvironment: 'node',
  transform: { '^.+\\.m?[tj]s$': '@swc/jest' },
  transformIgnorePatterns: [`/node_modules/(?!(?:.*/node_modules/)?(?:${escaped.join('|')})/)`],
  moduleNameMapper: { '^@app/([^/]+)$': '<rootDir>/libs/$1/src/index.ts' },
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/packages/node/dist', '<rootDir>/.data'],
  setupFiles: ['reflect-metadata'],
};

/** Tests whose packages stay loaded between test files. */
const sharesPackages = {
  testEnvironment: '<rootDir>/test/support/jest/process-environment.cjs',
  runtime: '<rootDir>/test/support/jest/packages-runtime.cjs',
};

/** Tests that run the compiled product on servers of their own. */
const withServices = {
  ...common,
  setupFiles: [],
  testEnvironment: '<rootDir>/test/support/jest/process-environment.cjs',
  runtime: '<rootDir>/test/support/jest/product-runtime.cjs',
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
};

export default {
  // Far beyond what anything takes: how busy the machine is must not decide.
  testTimeout: 300_000,
  // Tests wait for a browser, a database or a process 40 % of their time, so there are more workers than cores. More than four
  // gain nothing, because they share one database server.
  maxWorkers: Math.min(4, os.availableParallelism() + 2),
  testSequencer: '<rootDir>/test/support/longest-first.cjs',
  // A new worker loads the product and compiles it again, which takes several seconds of CPU time. Of the memory of a
  // worker most is garbage.
  workerIdleMemoryLimit: Math.max(700 * MB, Math.min(1500 * MB, os.totalmem() / 6)),
  projects: [
    {
      ...common,
      ...sharesPackages,
      displayName: 'unit',
      // Sources of ES modules import each other by the names of the compiled files.
      moduleNameMapper: { ...common.moduleNameMapper, '^(\\.{1,2}/[\\w/.-]+)\\.js$': '$1' },
      testMatch: ['libs', 'apps', 'scripts', 'packages'].map((folder) => `<rootDir>/${folder}/**/*.spec.ts`),
    },
    {
      ...common,
      ...sharesPackages,
      displayName: 'architecture',
      testMatch: [
        'architecture',
        'import-rules.long',
        'client-types.long',
        'table-owners',
        'words',
        'asvs',
        'docs',
        'doc-tables',
        'staff-decisions',
      ].map((name) => `<rootDir>/test/${name}.spec.ts`),
    },
    { ...withServices, displayName: 'e2e', testMatch: ['<rootDir>/test/e2e/**/*.e2e-spec.ts'] },
    {
      ...withServices,
      displayName: 'scenarios',
      testMatch: ['<rootDir>/test/scenarios/**/*.spec.ts'],
    },
    { ...withServices, displayName: 'proofs', testMatch: ['<rootDir>/test/proofs/**/*.spec.ts'] },
  ],
};
