import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './paths.mjs';
import { Refusal } from './say.mjs';

const BUILT = path.join(ROOT, 'packages/node/dist/esm/index.js');

/** The module of packages/node, which `npm start` builds. */
export async function nodeClient() {
  if (!existsSync(BUILT))
    throw new Refusal('The Node client is not built: run `npm start` or `npm run build`.');
  return import(pathToFileURL(BUILT).href);
}
