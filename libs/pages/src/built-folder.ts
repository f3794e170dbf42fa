import { existsSync } from 'node:fs';
import path from 'node:path';

/** The repository, or `dist` in compiled code. */
const ROOT = path.join(__dirname, '../../..');

/** The folder below `dist` that holds this file: beside the compiled code, or for code that runs from its sources. */
export function builtFolder(folder: string, file: string): string {
  const found = [path.join(ROOT, folder), path.join(ROOT, 'dist', folder)].find((place) =>
    existsSync(path.join(place, file)),
  );
  if (found === undefined) throw new Error(`${folder}/${file} is not built: run \`npm run build\`.`);
  return found;
}
