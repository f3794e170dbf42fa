/** Compiles the client as ES modules and as CommonJS into dist, both with the same types. `npm pack` runs it. */
import { execFileSync } from 'node:child_process';
import { cpSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Takes the place of `dist` when everything is compiled, so that a failure leaves that as it was. */
const FRESH = 'dist.new';
const FORMATS = {
  esm: { type: 'module', options: ['--module', 'nodenext'] },
  cjs: { type: 'commonjs', options: ['--module', 'commonjs', '--moduleResolution', 'bundler'] },
};

function compile(...options) {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', ...options], { stdio: 'inherit' });
}

process.chdir(import.meta.dirname);
rmSync(FRESH, { recursive: true, force: true });
compile('--outDir', `${FRESH}/types`, '--declaration', '--emitDeclarationOnly');
for (const [folder, { type, options }] of Object.entries(FORMATS)) {
  // The comments are in the types, where editors find them.
  compile('--outDir', `${FRESH}/${folder}`, '--removeComments', ...options);
  cpSync(`${FRESH}/types`, `${FRESH}/${folder}`, { recursive: true });
  writeFileSync(`${FRESH}/${folder}/package.json`, `${JSON.stringify({ type })}\n`);
}
rmSync(`${FRESH}/types`, { recursive: true });
rmSync('dist', { recursive: true, force: true });
renameSync(FRESH, 'dist');
