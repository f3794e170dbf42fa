/** `npm run docs:events` and `npm run docs:errors`: write the pages of docs/reference that are generated from the code. */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build, isBuilt } from './lib/build.mjs';
import { errorsPage } from './lib/errors-page.mjs';
import { DIST, ROOT } from './lib/paths.mjs';
import { explain, say, step } from './lib/say.mjs';

const require = createRequire(import.meta.url);
const compiled = (file) => require(path.join(DIST, 'libs', file));

const PAGES = {
  events: () => compiled('webhooks/src/events/events.page.js').eventsPage(),
  errors: () => errorsPage(compiled('kernel/src/error-codes.js').ERROR_CODES),
};

try {
  const name = process.argv[2];
  if (!isBuilt()) await step('built', build);
  const file = path.join(ROOT, `docs/reference/${name}.md`);
  writeFileSync(file, PAGES[name]());
  say(`${path.relative(ROOT, file)} is written.`);
} catch (error) {
  explain(error);
  process.exitCode = 1;
}
