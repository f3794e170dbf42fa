/**
 * `npm run receive`: a webhook receiver for the demo merchant. It registers with the test app and the live app, prints
 * every verified event, and removes its endpoints on Ctrl-C. With `--examine` it starts a conformance run against
 * itself, prints the report and ends; the exit code says whether it conforms.
 */
import { demoData, signIn } from './lib/demo-api.mjs';
import { examine } from './lib/examine.mjs';
import { explain, say } from './lib/say.mjs';
import { onAskedToEnd } from './lib/signals.mjs';
import { registerEndpoint } from './lib/register-endpoint.mjs';

async function examineReceiver(demo, token) {
  const endpoint = await registerEndpoint(demo, token, demo.merchant.test.app_id, () => undefined);
  try {
    process.exitCode = (await examine(demo, endpoint.id)) ? 0 : 1;
  } finally {
    await endpoint.remove();
  }
}

async function main() {
  const demo = demoData();
  const token = await signIn(demo, demo.merchant);
  if (process.argv.includes('--examine')) return examineReceiver(demo, token);
  const endpoints = [];
  for (const mode of ['test', 'live']) {
    const print = ({ event, data }) =>
      say(`${event} (${mode}): signature verified\n${JSON.stringify(data, null, 2)}\n`);
    endpoints.push(await registerEndpoint(demo, token, demo.merchant[mode].app_id, print));
  }
  say(
    `Receiving webhooks of ${demo.merchant.email} at ${endpoints.map(({ url }) => url).join(' and ')}. Ctrl-C ends it.\n`,
  );
  onAskedToEnd(async (exitCode) => {
    await Promise.allSettled(endpoints.map((endpoint) => endpoint.remove()));
    process.exit(exitCode);
  });
}

main().catch((error) => {
  explain(error);
  process.exit(1);
});
