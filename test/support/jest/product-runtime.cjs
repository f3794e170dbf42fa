const path = require('node:path');
const PackagesRuntime = require('./packages-runtime.cjs');

const ROOT = path.resolve(__dirname, '../../..');
const DIST = path.join(ROOT, 'dist');
const PRODUCT = ['apps', 'libs'].map((folder) => path.join(ROOT, folder, path.sep));

/** The product, compiled as it ships, is loaded by Node once per worker, too, and warmed up by earlier test files. */
module.exports = class ProductRuntime extends PackagesRuntime {
  loadedForEachFile = ['@jest/globals'];

  sharedModule(from, name) {
    const lib = /^@app\/([^/]+)$/.exec(name)?.[1];
    if (lib) return path.join(DIST, 'libs', lib, 'src/index.js');
    if (!/^[./]/.test(name)) return super.sharedModule(from, name);
    const file = path.resolve(path.dirname(from), name);
    return PRODUCT.some((folder) => file.startsWith(folder))
      ? path.join(DIST, path.relative(ROOT, file))
      : undefined;
  }
};
