import { existsSync } from 'node:fs';
import path from 'node:path';
import { DIST } from './paths.mjs';
import { Refusal } from './say.mjs';

/** The five processes. `docs` says whether a host serves the API reference. */
export const APPS = [
  { name: 'business-api', prefix: 'BUSINESS', port: 3001, docs: true },
  { name: 'checkout-api', prefix: 'CHECKOUT', port: 3002, docs: true },
  { name: 'sandbox-api', prefix: 'SANDBOX', port: 3003, docs: true },
  { name: 'app-api', prefix: 'APP', port: 3004, docs: true },
  { name: 'scheduler', prefix: 'SCHEDULER', port: 3005, docs: false },
].map((app) => ({
  ...app,
  portVariable: `${app.prefix}_PORT`,
  baseUrlVariable: `${app.prefix}_BASE_URL`,
  main: path.join(DIST, 'apps', app.name, 'src', 'main.js'),
}));

/**
 * Options of Node for an app. Objects of a request live until its commit, so a young generation that holds all of them
 * reduces the cost of garbage collection to a third.
 */
export const NODE_FLAGS = ['--enable-source-maps', '--max-semi-space-size=128'];

export function requireBuilt(apps) {
  const missing = apps.filter((app) => !existsSync(app.main)).map((app) => app.name);
  if (missing.length > 0) throw new Refusal(`The build made no main file for: ${missing.join(', ')}.`);
}

/** Ports and base URLs as environment variables. A configured base URL is kept. */
export function addressesOf(apps, ports, env) {
  const variables = {};
  for (const app of apps) {
    variables[app.portVariable] = String(ports[app.name]);
    variables[app.baseUrlVariable] = env[app.baseUrlVariable] ?? `http://127.0.0.1:${ports[app.name]}`;
  }
  delete variables.SCHEDULER_BASE_URL;
  return variables;
}
