/**
 * Builds the payment page, the console and checkout.js into the folder named first.
 * Every file of a page carries a hash of its content in its name; manifest.json (of the payment page) and console.json
 * tell the server which is which.
 */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const root = path.dirname(fileURLToPath(import.meta.url));
const outDir = path.resolve(process.argv[2]);
const common = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
};

const served = (file) => path.relative(outDir, path.resolve(root, file));

/** Builds a page from its entry point, with its chunks, and writes which source is in which file. */
async function buildPage(entryPoints, target, manifestName) {
  const { metafile } = await build({
    ...common,
    entryPoints,
    outdir: outDir,
    entryNames: 'assets/[name].[hash]',
    chunkNames: 'assets/[name].[hash]',
    format: 'esm',
    splitting: true,
    target,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    metafile: true,
  });
  const scripts = Object.entries(metafile.outputs).filter(([file]) => file.endsWith('.js'));
  const manifest = scripts.map(([file, { entryPoint, cssBundle, imports }]) => [
    entryPoint ?? served(file),
    {
      file: served(file),
      imports: imports.filter(({ kind }) => kind === 'import-statement').map((chunk) => served(chunk.path)),
      ...(cssBundle && { css: [served(cssBundle)] }),
    },
  ]);
  writeFileSync(path.join(outDir, manifestName), JSON.stringify(Object.fromEntries(manifest), null, 2));
}

await buildPage({ pay: 'src/pay/main.tsx' }, ['es2020', 'chrome90'], 'manifest.json');
// The console is for browsers of the last years; its chunks are one for each screen and one for the texts of a language.
await buildPage({ console: 'src/console/main.tsx' }, 'es2022', 'console.json');

await build({
  ...common,
  entryPoints: ['src/script/main.ts'],
  outfile: path.join(outDir, 'checkout.js'),
  format: 'iife',
  target: 'es2018',
});

// Released versions of checkout.js are never built again.
cpSync(path.join(root, 'released'), path.join(outDir, 'released'), { recursive: true });

// Files are compressed here, at the best level, instead of on each request.
const files = ['assets', 'released'].flatMap((folder) =>
  readdirSync(path.join(outDir, folder)).map((name) => path.join(outDir, folder, name)),
);
for (const file of [...files, path.join(outDir, 'checkout.js')]) {
  const content = readFileSync(file);
  writeFileSync(`${file}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
  writeFileSync(`${file}.br`, brotliCompressSync(content));
}
