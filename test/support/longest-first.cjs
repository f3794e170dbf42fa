const { default: Sequencer } = require('@jest/test-sequencer');

const LONG_PROJECTS = ['proofs', 'scenarios', 'e2e'];
/** Tests whose files are short for the time that they take. */
const LONG_FILES = [
  'proofs/keys/broken-connections',
  'proofs/keys/keys',
  'proofs/attack/access',
  'proofs/attack/hostile-input',
  'proofs/attack/fuzz',
  'proofs/attack/floods',
  'checkout-api/hosted-page',
  'checkout-api/page-methods',
  'checkout-api/checkout-js',
  'checkout-api/unapplied-settled',
  'ledger/dry-run',
  'ledger/closes',
];

/**
 * Starts the proofs first, then the tests that start servers. Without times of an earlier run Jest sorts by file size,
 * so that a short file with a long test would begin last.
 */
module.exports = class LongestFirst extends Sequencer {
  async sort(tests) {
    const place = ({ context, path }) => {
      const project = placeIn(LONG_PROJECTS, (name) => name === context.config.displayName?.name);
      return [project, placeIn(LONG_FILES, (file) => path.includes(`${file}.`))];
    };
    const byPlace = (a, b) => a[0] - b[0] || a[1] - b[1];
    return [...(await super.sort(tests))].sort((a, b) => byPlace(place(a), place(b)));
  }
};

function placeIn(list, matches) {
  const index = list.findIndex(matches);
  return index === -1 ? list.length : index;
}
