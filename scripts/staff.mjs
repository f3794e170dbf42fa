/**
 * `npm run staff -- add <email> <role> | list | remove <email>`: staff of the database in DATABASE_URL, otherwise of the
 * stack that runs in this folder, otherwise of the embedded database, which it starts for this. In a container:
 * `node dist/apps/scheduler/src/staff.js …`. `npm run staff -- code <role>` prints the present code of a demo member of
 * staff, which an authenticator app would show.
 */
import { demoData, totp } from './lib/demo-api.mjs';
import { loadEnv } from './lib/env.mjs';
import { Refusal, explain, say } from './lib/say.mjs';
import { runWithDatabase } from './lib/with-database.mjs';

function printCode(role) {
  if (loadEnv().NODE_ENV === 'production') throw new Refusal('There are demo staff in development only.');
  const { staff = {} } = demoData();
  if (!Object.hasOwn(staff, role ?? ''))
    throw new Refusal(
      `Demo staff have the roles ${Object.keys(staff).join(', ')}: npm run staff -- code <role>`,
    );
  say(totp(staff[role].totp_secret));
}

async function main(given) {
  if (given[0] === 'code') printCode(given[1]);
  else await runWithDatabase('staff', given);
}

main(process.argv.slice(2)).catch((error) => {
  explain(error);
  process.exitCode = 1;
});
