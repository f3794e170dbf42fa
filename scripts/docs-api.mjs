/**
 * `npm run docs:api`: reads from the code what each action answers, starts the hosts on a database of their own, writes
 * their OpenAPI documents to docs/openapi, has a test send every example, and writes the documents again with
 * its answers, and the files of the Node client that follow from them.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { ANSWERS_FILE, readAnswers } from './lib/answer-schemas.mjs';
import { build, isBuilt } from './lib/build.mjs';
import { clientFiles } from './lib/client-files.mjs';
import { migrate } from './lib/database.mjs';
import { textOf } from './lib/masked-document.mjs';
import { DIST, ROOT } from './lib/paths.mjs';
import { runNode } from './lib/run.mjs';
import { explain, Refusal, say, step } from './lib/say.mjs';
import { startTestServices } from './lib/test-services.mjs';

const FOLDER = path.join(ROOT, 'docs/openapi');
const HOSTS = {
  business: ['business-api', 'BusinessApiModule'],
  checkout: ['checkout-api', 'CheckoutApiModule'],
  sandbox: ['sandbox-api', 'SandboxApiModule'],
  app: ['app-api', 'AppApiModule'],
};

async function writeAnswers() {
  const { text, faults } = readAnswers();
  if (faults.length > 0) throw new Refusal(`Actions without a schema:\n${faults.join('\n')}`);
  writeFileSync(path.join(ROOT, ANSWERS_FILE), text);
}

async function writeDocuments(databaseUrl) {
  const require = createRequire(import.meta.url);
  require('reflect-metadata');
  const load = (file) => require(path.join(DIST, file));
  const { Config } = load('libs/config/src/index.js');
  const { createApp, ReferenceDocumentsService } = load('libs/http/src/index.js');
  const config = Config.from({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATABASE_URL: databaseUrl });
  mkdirSync(FOLDER, { recursive: true });
  for (const [host, [folder, module]] of Object.entries(HOSTS)) {
    const app = await createApp(
      load(`apps/${folder}/src/${folder}.module.js`)[module].with(config),
      host,
      config,
    );
    await app.init();
    const documents = app.get(ReferenceDocumentsService);
    write(host, documents.json('public'));
    if (host === 'business') write('staff', documents.json('staff'));
    await app.close();
  }
}

function write(name, json) {
  writeFileSync(path.join(FOLDER, `${name}.json`), textOf(JSON.parse(json.content)));
}

async function writeClient() {
  for (const [file, text] of Object.entries(await clientFiles())) writeFileSync(path.join(ROOT, file), text);
}

/** Has the test of the examples write the answers that it receives. */
async function recordAnswers(env) {
  const args = ['--selectProjects=e2e', '--testPathPatterns=e2e/examples'];
  const { code, output } = await runNode('node_modules/jest/bin/jest.js', args, {
    env: { ...process.env, ...env, RECORD_ANSWERS: 'true' },
  });
  if (code !== 0) throw new Refusal(`An example was refused:\n${output}`);
}

let services;
try {
  await step('answers read', writeAnswers);
  if (!isBuilt()) await step('built', build);
  services = await startTestServices();
  const databaseUrl = services.env.TEST_PG_URL;
  await step('documents written', async () => {
    await migrate({ ...process.env, DATABASE_URL: databaseUrl });
    await writeDocuments(databaseUrl);
  });
  await step('answers of examples recorded', () => recordAnswers(services.env));
  if (!isBuilt()) {
    await step('built with them', build);
    await step('documents written again', () => writeDocuments(databaseUrl));
  }
  await step('Node client written', writeClient);
  say(`${path.relative(ROOT, FOLDER)} and packages/node/src/generated are written.`);
} catch (error) {
  explain(error);
  process.exitCode = 1;
} finally {
  await services?.stop();
}
