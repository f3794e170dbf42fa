/** `npm run pictures`: takes the pictures of the pages in the documentation, with the tests that visit the pages. */
import path from 'node:path';
import { ROOT } from './lib/paths.mjs';
import { endAllRuns, runNode } from './lib/run.mjs';
import { onAskedToEnd } from './lib/signals.mjs';

const VISITS = [
  ...['hosted-page', 'page-methods', 'checkout-js', 'demo-shop'].map(
    (name) => `test/e2e/checkout-api/${name}`,
  ),
  'test/e2e/escrow/portal-page',
  ...['payments', 'reviews', 'desk'].map((name) => `test/e2e/console/${name}`),
];

onAskedToEnd((exitCode) => {
  endAllRuns();
  process.exit(exitCode);
});
const env = { ...process.env, SCREENSHOTS: path.join(ROOT, 'docs/images') };
const { code } = await runNode('scripts/test.mjs', VISITS, { show: true, group: true, env });
process.exitCode = code === 0 ? 0 : 1;
