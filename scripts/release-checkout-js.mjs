/**
 * `npm run release:checkout-js -- 1.0.1`: stores the current build as a released version of checkout.js and prints the
 * tag that merchants copy. A released version is never overwritten, because pages pin its hash.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, isBuilt } from './lib/build.mjs';
import { DIST, ROOT } from './lib/paths.mjs';
import { Refusal, explain, say } from './lib/say.mjs';

const WEB = 'libs/pages/web';

try {
  const version = process.argv[2] ?? '';
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Refusal('Name the version, such as 1.0.1.');
  const released = path.join(ROOT, WEB, 'released', `checkout-${version}.js`);
  if (existsSync(released)) throw new Refusal(`Version ${version} is released already; it must not change.`);
  if (!isBuilt()) await build();
  const content = readFileSync(path.join(DIST, WEB, 'built/checkout.js'));
  writeFileSync(released, content);
  const hash = createHash('sha384').update(content).digest('base64');
  say(`<script src="https://CHECKOUT/checkout-js/checkout-${version}.js" integrity="sha384-${hash}"`);
  say('        crossorigin="anonymous"></script>');
  say('Write it into docs/guides/checkout.md: a test holds the page to it.');
} catch (error) {
  explain(error);
  process.exitCode = 1;
}
