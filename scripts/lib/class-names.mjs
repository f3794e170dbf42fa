/** Classes and the names of their files: a class of these roles has the name of its file. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './paths.mjs';
import { sourcesBelow } from './source-figures.mjs';

const ROLES = [
  'controller',
  'filter',
  'guard',
  'interceptor',
  'module',
  'queries',
  'repository',
  'service',
  'store',
];
const ROLE = new RegExp(`/([^/]+\\.(?:${ROLES.join('|')}))\\.ts$`);

/** Files with classes of which none is named after the file: `wallet.repository.ts` contains `WalletRepository`. */
export function filesNamedOtherwise(root = ROOT) {
  return ['apps', 'libs']
    .flatMap((folder) => sourcesBelow(folder, root))
    .filter((file) => {
      const name = ROLE.exec(file)?.[1].replace(/[.-]/g, '');
      const classes = name === undefined ? [] : classesIn(file, root);
      return classes.length > 0 && !classes.includes(name);
    });
}

function classesIn(file, root) {
  const text = readFileSync(path.join(root, file), 'utf8');
  return [...text.matchAll(/^export (?:abstract )?class (\w+)/gm)].map(([, name]) => name.toLowerCase());
}
