require('reflect-metadata');
const { ModuleMocker } = require('jest-mock');

/** The globals that Jest replaces for a test file. */
const REPLACED = [
  [globalThis, 'console'],
  [process, 'exit'],
  [process, 'getBuiltinModule'],
];

/**
 * Test files run in the worker's own context, so that values of the product, which stays loaded between test files,
 * are instances of the same built-in classes as values of the test. Spies and globals are restored after each file.
 */
module.exports = class ProcessEnvironment {
  constructor() {
    this.global = globalThis;
    this.moduleMocker = new ModuleMocker(globalThis);
    this.replaced = REPLACED.map(([owner, name]) => [
      owner,
      name,
      Object.getOwnPropertyDescriptor(owner, name),
    ]);
  }

  async setup() {}

  async teardown() {
    this.moduleMocker.restoreAllMocks();
    for (const [owner, name, descriptor] of this.replaced) {
      if (descriptor) Object.defineProperty(owner, name, descriptor);
    }
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** None: ProductRuntime compiles test files in the context of the worker. */
  getVmContext() {
    return null;
  }
};
