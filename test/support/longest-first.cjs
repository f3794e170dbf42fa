const { default: Sequencer } = require('@jest/test-sequencer');

const LONG = ['proofs', 'scenarios', 'e2e'];

/**
 * Starts the proofs first, then the tests that start servers. Without times of an earlier run Jest sorts by file size,
 * so that a short file with a long test would begin last.
 */
module.exports = class LongestFirst extends Sequencer {
  async sort(tests) {
    const place = ({ context }) => {
      const index = LONG.indexOf(context.config.displayName?.name);
      return index === -1 ? LONG.length : index;
    };
    return [...(await super.sort(tests))].sort((a, b) => place(a) - place(b));
  }
};
