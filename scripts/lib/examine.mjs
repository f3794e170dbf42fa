import { setTimeout as pause } from 'node:timers/promises';
import { call } from './demo-api.mjs';
import { say } from './say.mjs';

const ACTION = 'webhooks.php?action=conformance';
const MARKS = { true: 'pass', false: 'FAIL', null: ' -- ' };

/**
 * Runs the conformance checks on an endpoint of the demo merchant's test app and prints the report. Returns whether
 * all rules passed.
 */
export async function examine({ hosts, merchant }, endpointId) {
  const key = merchant.test.secret_key;
  let run = await call('POST', hosts.sandbox, ACTION, { key, body: { id: endpointId } });
  while (run.status === 'running') {
    await pause(1000);
    run = await call('GET', hosts.sandbox, `${ACTION}&run_id=${run.run_id}`, { key });
  }
  for (const { rule, passed, finding, mend } of run.rules) {
    say(`${MARKS[passed]}  ${rule}: ${finding}`);
    if (passed === false) say(`      ${mend}`);
  }
  say(run.conformant ? '\nThe endpoint conforms.\n' : '\nThe endpoint does not conform.\n');
  return run.conformant === true;
}
