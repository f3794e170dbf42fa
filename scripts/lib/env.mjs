import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './paths.mjs';

/** Reads KEY=VALUE lines. Quotes around a value are removed; variables are not expanded. */
export function parseEnv(text) {
  const values = {};
  for (const line of text.split(/\r?\n/)) {
    const match = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*?)\s*$/.exec(line);
    if (!match) continue;
    const [, key, raw] = match;
    const quoted = /^(['"])(.*)\1$/.exec(raw);
    values[key] = quoted ? quoted[2] : raw.replace(/\s+#.*$/, '');
  }
  return values;
}

/** `.env` in the root folder, overridden by the environment of the process. An empty value counts as absent. */
export function loadEnv(environment = process.env, file = path.join(ROOT, '.env')) {
  let fromFile = {};
  try {
    fromFile = parseEnv(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  const merged = { ...fromFile, ...environment };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''));
}
