import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runNpm } from './npm.mjs';
import { ROOT } from './paths.mjs';

const SEVERITIES = ['high', 'critical'];
const NODE_MODULES = 'node_modules/';

/**
 * Checks the lock file: install scripts that package.json does not list, and known vulnerabilities of severity high or
 * critical. A registry that does not answer fails nothing; `note` says so.
 */
export async function checkDependencies(env = process.env) {
  const read = (name) => JSON.parse(readFileSync(path.join(ROOT, name), 'utf8'));
  const unlisted = unlistedScripts(read('package-lock.json').packages, read('package.json').allowScripts);
  const { output } = await runNpm(
    [
      'audit',
      '--json',
      '--package-lock-only',
      '--loglevel=silent',
      '--fetch-retries=0',
      '--fetch-timeout=20000',
    ],
    { env },
  );
  const { findings, note } = verdictOf(output);
  const faults = [...unlisted, ...findings];
  return { code: faults.length === 0 ? 0 : 1, output: faults.join('\n'), note };
}

/** One line for each difference between the packages with an install script and the list in package.json. */
export function unlistedScripts(packages, allowScripts) {
  const named = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([place]) => place.slice(place.lastIndexOf(NODE_MODULES) + NODE_MODULES.length));
  return [
    ...[...new Set(named)]
      .filter((name) => !(name in allowScripts))
      .map((name) => `${name} has an install script that allowScripts in package.json does not list.`),
    ...Object.keys(allowScripts)
      .filter((name) => !named.includes(name))
      .map((name) => `${name} is listed in allowScripts in package.json and has no install script.`),
  ];
}

/** Reads the report of `npm audit --json`. */
export function verdictOf(output) {
  const report = parsed(output);
  if (!report?.vulnerabilities) {
    return {
      findings: [],
      note: 'The registry does not answer audits; known vulnerabilities were not checked.',
    };
  }
  const findings = Object.values(report.vulnerabilities)
    .filter(({ severity }) => SEVERITIES.includes(severity))
    .map(({ name, severity, range, via }) => `${name} ${range}: ${severity}: ${titlesOf(via)}`);
  return { findings, note: null };
}

function titlesOf(via) {
  return via.map((cause) => (typeof cause === 'string' ? `through ${cause}` : cause.title)).join('; ');
}

function parsed(output) {
  try {
    return JSON.parse(output);
  } catch {
    return null;
  }
}
