import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build, isBuilt } from '../../scripts/lib/build.mjs';
import { startTestServices } from '../../scripts/lib/test-services.mjs';
import { makeTemplate } from '../../scripts/lib/test-template.mjs';

/**
 * Runs once before the first test that needs a database. It migrates one template, which every test file clones. `npm
 * test` has already started the servers; a plain `npx jest` starts them here.
 */
export default async function globalSetup() {
  if (!isBuilt()) await build();
  const services = process.env.TEST_PG_URL ? undefined : await startTestServices();
  Object.assign(process.env, services?.env);
  process.env.SEEN_OPERATIONS = mkdtempSync(path.join(os.tmpdir(), 'payments-seen-'));
  globalThis.testServices = services;
  try {
    process.env.TEST_TEMPLATE = await makeTemplate(process.env.TEST_PG_URL);
  } catch (error) {
    await services?.stop(); // Jest runs no teardown if its setup failed.
    throw error;
  }
}
