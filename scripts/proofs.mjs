/**
 * Runs the long form of one proof; its short form is part of `npm test`: node scripts/proofs.mjs
 * model|races|crashes|keys|deliveries|attack|calendar|clock|payouts|refunds|renewals. SEED=… repeats a run.
 */
import { endAllRuns, runNode } from './lib/run.mjs';
import { onAskedToEnd } from './lib/signals.mjs';

const PROOFS = [
  'model',
  'races',
  'crashes',
  'keys',
  'deliveries',
  'attack',
  'calendar',
  'clock',
  'payouts',
  'refunds',
  'renewals',
];

const [proof, ...jestArguments] = process.argv.slice(2);
if (!PROOFS.includes(proof)) {
  process.stderr.write(`Usage: node scripts/proofs.mjs ${PROOFS.join('|')}\n`);
  process.exit(2);
}
onAskedToEnd(() => endAllRuns());
const args = [`test/proofs/${proof}/`, '--selectProjects', 'proofs', ...jestArguments];
const { code } = await runNode('scripts/test.mjs', args, {
  show: true,
  env: { ...process.env, PROOFS: 'long' },
});
process.exitCode = Number(code) || (code === 0 ? 0 : 1);
