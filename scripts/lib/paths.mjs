import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { mkdirSync } from 'node:fs';

/** The folder of this clone. Scripts store everything in `.data` below it, which git ignores. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
export const DATA = path.join(ROOT, '.data');
export const DIST = path.join(ROOT, 'dist');

/** Other users may enter `.data` but not list it, because PostgreSQL runs as another user if root starts it. */
export function ensureData(...below) {
  mkdirSync(DATA, { recursive: true, mode: 0o711 });
  const folder = path.join(DATA, ...below);
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  return folder;
}
