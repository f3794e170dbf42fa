/** Compiles the client as ES modules and as CommonJS into dist, both with the same types. `npm pack` runs it. */
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const TSC = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const FORMATS = {
  esm: { type: 'module', options: ['--module', 'nodenext', '--declaration'] },
  cjs: { type: 'commonjs', options: ['--module', 'commonjs', '--moduleResolution', 'bundler', '--removeComments'] },
};

process.chdir(import.meta.dirname);
rmSync('dist', { recursive: true, force: true });
for (const [folder, { type, options }] of Object.entries(FORMATS)) {
  const args = [TSC, '-p', 'tsconfig.build.json', ...options, '--outDir', `dist/${folder}`];
  execFileSync(process.execPath, args, { stdio: 'inherit' });
  writeFileSync(`dist/${folder}/package.json`, `${JSON.stringify({ type })}\n`);
}
cpSync('dist/esm', 'dist/cjs', { recursive: true, filter: (file) => !/\.js(?:on)?$/.test(file) });
