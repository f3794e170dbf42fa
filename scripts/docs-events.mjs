/** `npm run docs:events`: writes docs/reference/events.md from the catalogue of events. */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build, isBuilt } from './lib/build.mjs';
import { DIST, ROOT } from './lib/paths.mjs';
import { explain, say, step } from './lib/say.mjs';

const FILE = path.join(ROOT, 'docs/reference/events.md');

try {
  if (!isBuilt()) await step('built', build);
  const require = createRequire(import.meta.url);
  const { eventsPage } = require(path.join(DIST, 'libs/webhooks/src/events/events.page.js'));
  writeFileSync(FILE, eventsPage());
  say(`${path.relative(ROOT, FILE)} is written.`);
} catch (error) {
  explain(error);
  process.exitCode = 1;
}
