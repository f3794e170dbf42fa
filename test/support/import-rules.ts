import { execFile } from 'node:child_process';
import path from 'node:path';

export const root = path.resolve(__dirname, '../..');
// eslint-disable-next-line @typescript-eslint/no-require-imports -- shared with CommonJS configuration
export const libs = require('../../libs.order.cjs') as string[];

interface Rule {
  name: string;
  from: { path?: string | string[] };
  to: { path?: string | string[] };
}
// eslint-disable-next-line @typescript-eslint/no-require-imports -- the configuration is CommonJS
export const { forbidden } = require('../../.dependency-cruiser.cjs') as { forbidden: Rule[] };

export interface Report {
  modules: { source: string; dependencies: { resolved: string }[] }[];
  summary: { violations: { from: string; to: string; rule: { name: string } }[] };
}

/** The real program on real files, in a process of its own: exactly what `npm run check` runs. */
export function cruise(folder: string, inputs: string[]): Promise<Report> {
  const program = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const config = path.join(root, '.dependency-cruiser.cjs');
  const args = [program, ...inputs, '--config', config, '--output-type', 'json'];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 2 ** 28 }, (error, stdout, stderr) => {
      if (stdout) resolve(JSON.parse(stdout) as Report);
      else reject(new Error(stderr || error?.message));
    });
  });
}
