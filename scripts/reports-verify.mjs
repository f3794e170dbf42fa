/**
 * `npm run reports:verify`: compares the reports in DATABASE_URL with a scan of the journal, otherwise those of the stack that runs in this folder,
 * otherwise those of the embedded database, which it starts for this.
 */
import { explain } from './lib/say.mjs';
import { runWithDatabase } from './lib/with-database.mjs';

runWithDatabase('reports-verify').catch((error) => {
  explain(error);
  process.exitCode = 1;
});
