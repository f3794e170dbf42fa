/**
 * `npm run ledger:verify`: verifies the ledger in DATABASE_URL, otherwise that of the stack that runs in this folder,
 * otherwise that of the embedded database, which it starts for this.
 */
import { explain } from './lib/say.mjs';
import { runWithDatabase } from './lib/with-database.mjs';

runWithDatabase('ledger-verify').catch((error) => {
  explain(error);
  process.exitCode = 1;
});
