const { default: Sequencer } = require('@jest/test-sequencer');

const LONG = ['proofs', 'scenarios', 'e2e'];

/**
 * The proofs begin before anything else, then what starts servers. Where a run has no times of an earlier one to go by,
 * Jest takes long files for long tests, and a short file that works for a minute would begin when all others are done.
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
