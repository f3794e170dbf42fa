const { createRequire, isBuiltin } = require('node:module');
const { compileFunction } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/**
 * Tests and product are loaded for each test file, as Jest does. Packages are loaded by Node once per worker: to load
 * them takes longer than most unit tests.
 */
module.exports = class PackagesRuntime extends Runtime {
  /** One that a test replaces, and one that registers the metrics of the product, which it takes only once. */
  loadedForEachFile = ['@node-rs/argon2', 'prom-client', '@jest/globals'];

  constructor(...options) {
    super(...options);
    // In the worker's own context; Jest would make a new one for each test file.
    this.executor.compile = (source, filename) =>
      compileFunction(source, this.executor.injectedModuleParameters, { filename });
  }

  requireModuleOrMock(from, name) {
    const shared = this.sharedModule(from, name);
    return shared ? createRequire(from)(shared) : super.requireModuleOrMock(from, name);
  }

  /** What Node has to load where `from` asks for `name`; undefined for test files and what Jest itself provides. */
  sharedModule(_from, name) {
    if (/^[./]/.test(name) || name.startsWith('@app/') || isBuiltin(name)) return undefined;
    return this.loadedForEachFile.includes(name) ? undefined : name;
  }
};
