/** Compiles the client as ES modules and as CommonJS into dist, each with its types. `npm pack` runs it. */
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const TSC = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const FORMATS = {
  esm: { type: 'module', options: ['--module', 'nodenext'] },
  cjs: { type: 'commonjs', options: ['--module', 'commonjs', '--moduleResolution', 'bundler'] },
};

process.chdir(import.meta.dirname);
rmSync('dist', { recursive: true, force: true });
for (const [folder, { type, options }] of Object.entries(FORMATS)) {
  const args = [TSC, '-p', 'tsconfig.build.json', ...options, '--outDir', `dist/${folder}`];
  execFileSync(process.execPath, args, { stdio: 'inherit' });
  writeFileSync(`dist/${folder}/package.json`, `${JSON.stringify({ type })}\n`);
}
