import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { mkdirSync } from 'node:fs';

/** The folder of this clone. Everything a script keeps lies in `.data` below it, ignored by git. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
export const DATA = path.join(ROOT, '.data');
export const DIST = path.join(ROOT, 'dist');

/** `.data` may be entered by others (PostgreSQL runs as another user under root) but not listed. */
export function ensureData(...below) {
  mkdirSync(DATA, { recursive: true, mode: 0o711 });
  const folder = path.join(DATA, ...below);
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  return folder;
}
