import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../scripts/lib/paths.mjs';

const LIST = 'test/support/unseen-operations.json';
const METHODS = new Set(['get', 'post', 'delete']);

/**
 * Prints the operations that never succeeded in a run of all tests, long ones included. Throws where one of them is not in the list, which may
 * only become shorter.
 */
export function reportUnseen(folder) {
  const seen = new Set(
    readdirSync(folder).flatMap((file) => readFileSync(path.join(folder, file), 'utf8').split('\n')),
  );
  const unseen = operationsOfHosts().filter((operation) => !seen.has(operation));
  const listed = JSON.parse(readFileSync(path.join(ROOT, LIST), 'utf8'));
  const fresh = unseen.filter((operation) => !listed.includes(operation));
  const found = listed.filter((operation) => !unseen.includes(operation));
  console.log(`${unseen.length} operations never succeeded in this run: ${unseen.join(', ') || 'none'}`);
  if (found.length > 0) console.log(`Remove from ${LIST}: ${found.join(', ')}`);
  if (fresh.length > 0) throw new Error(`No test has these operations succeed: ${fresh.join(', ')}`);
}

/** `<host> <operationId>` of every document; the document of staff belongs to the business host. */
function operationsOfHosts() {
  const folder = path.join(ROOT, 'docs/openapi');
  return readdirSync(folder).flatMap((file) => {
    const name = path.basename(file, '.json');
    const { paths } = JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
    return Object.values(paths).flatMap((item) =>
      Object.entries(item)
        .filter(([method]) => METHODS.has(method))
        .map(([, { operationId }]) => `${name === 'staff' ? 'business' : name} ${operationId}`),
    );
  });
}
