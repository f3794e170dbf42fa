/**
 * `npm run staff -- add <email> <role> | list | remove <email>`: staff of the database in DATABASE_URL, otherwise of the
 * stack that runs in this folder, otherwise of the embedded database, which it starts for this. In a container:
 * `node dist/apps/scheduler/src/staff.js …`.
 */
import { explain } from './lib/say.mjs';
import { runWithDatabase } from './lib/with-database.mjs';

runWithDatabase('staff', process.argv.slice(2)).catch((error) => {
  explain(error);
  process.exitCode = 1;
});
