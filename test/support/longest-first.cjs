const { default: Sequencer } = require('@jest/test-sequencer');

const LONG_PROJECTS = ['scenarios', 'e2e', 'proofs'];

/**
 * Starts the proofs first, then the tests that start servers, and of each kind the files with `.long.` in their names.
 * Without times of an earlier run Jest sorts by file size, so that a short file with a long test would begin last.
 */
module.exports = class LongestFirst extends Sequencer {
  async sort(tests) {
    const rank = ({ context, path }) =>
      2 * LONG_PROJECTS.indexOf(context.config.displayName?.name) + (path.includes('.long.') ? 1 : 0);
    return [...(await super.sort(tests))].sort((a, b) => rank(b) - rank(a));
  }
};
