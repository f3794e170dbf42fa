require('reflect-metadata');
const asyncHooks = require('node:async_hooks');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** Every storage of the worker. Jest creates one for each test file, and playwright keeps one. */
const storages = [];
asyncHooks.AsyncLocalStorage = class extends asyncHooks.AsyncLocalStorage {
  constructor(...options) {
    super(...options);
    storages.push(this);
  }
};

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
  constructor({ projectConfig: config }) {
    this.global = globalThis;
    this.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis });
    this.moduleMocker = new ModuleMocker(globalThis);
    this.replaced = REPLACED.map(([owner, name]) => [
      owner,
      name,
      Object.getOwnPropertyDescriptor(owner, name),
    ]);
  }

  async setup() {
    // Jest sets 100, and the product creates an error for each request that it refuses.
    Error.stackTraceLimit = 15;
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks();
    // Each one that stays enabled slows every promise of the later files.
    for (const storage of storages) storage.disable();
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
