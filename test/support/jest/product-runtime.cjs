const { createRequire, isBuiltin } = require('node:module');
const path = require('node:path');
const { compileFunction } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const ROOT = path.resolve(__dirname, '../../..');
const DIST = path.join(ROOT, 'dist');
const PRODUCT = ['apps', 'libs'].map((folder) => path.join(ROOT, folder, path.sep));

/**
 * Test files and their helpers are loaded for each test file, as Jest does. The product, compiled as it ships, and all
 * packages are loaded by Node once per worker: to load them and to warm them up takes longer than most test files.
 */
module.exports = class ProductRuntime extends Runtime {
  constructor(...options) {
    super(...options);
    // In the worker's own context; Jest would make a new one for each test file.
    this.executor.compile = (source, filename) =>
      compileFunction(source, this.executor.injectedModuleParameters, { filename });
  }

  requireModuleOrMock(from, name) {
    const shared = sharedModule(from, name);
    return shared ? createRequire(from)(shared) : super.requireModuleOrMock(from, name);
  }
};

/** What Node has to load where `from` asks for `name`; undefined for test files and what Jest itself provides. */
function sharedModule(from, name) {
  const lib = /^@app\/([^/]+)$/.exec(name)?.[1];
  if (lib) return path.join(DIST, 'libs', lib, 'src/index.js');
  if (!/^[./]/.test(name)) return isBuiltin(name) || name === '@jest/globals' ? undefined : name;
  const file = path.resolve(path.dirname(from), name);
  return PRODUCT.some((folder) => file.startsWith(folder))
    ? path.join(DIST, path.relative(ROOT, file))
    : undefined;
}
