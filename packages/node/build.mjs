/** Compiles the client as ES modules and as CommonJS into dist, both with the same types. `npm pack` runs it. */
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const TSC = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const FORMATS = {
  esm: { type: 'module', options: ['--module', 'nodenext'] },
  cjs: { type: 'commonjs', options: ['--module', 'commonjs', '--moduleResolution', 'bundler'] },
};

function compile(...options) {
  execFileSync(process.execPath, [TSC, '-p', 'tsconfig.build.json', ...options], { stdio: 'inherit' });
}

process.chdir(import.meta.dirname);
rmSync('dist', { recursive: true, force: true });
compile('--outDir', 'dist/types', '--declaration', '--emitDeclarationOnly');
for (const [folder, { type, options }] of Object.entries(FORMATS)) {
  // The comments are in the types, where editors find them.
  compile('--outDir', `dist/${folder}`, '--removeComments', ...options);
  cpSync('dist/types', `dist/${folder}`, { recursive: true });
  writeFileSync(`dist/${folder}/package.json`, `${JSON.stringify({ type })}\n`);
}
rmSync('dist/types', { recursive: true });
