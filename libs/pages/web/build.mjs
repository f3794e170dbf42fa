/**
 * Builds the payment page and checkout.js into the folder named first.
 * Every file of the page carries a hash of its content in its name; manifest.json tells the server which is which.
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

const { metafile } = await build({
  ...common,
  entryPoints: { pay: 'src/pay/main.tsx' },
  outdir: outDir,
  entryNames: 'assets/[name].[hash]',
  chunkNames: 'assets/[name].[hash]',
  format: 'esm',
  splitting: true,
  target: ['es2020', 'chrome90'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  metafile: true,
});

const served = (file) => path.relative(outDir, path.resolve(root, file));
const scripts = Object.entries(metafile.outputs).filter(([file]) => file.endsWith('.js'));
const manifest = scripts.map(([file, { entryPoint, cssBundle }]) => [
  entryPoint ?? served(file),
  { file: served(file), ...(cssBundle && { css: [served(cssBundle)] }) },
]);
writeFileSync(path.join(outDir, 'manifest.json'), JSON.stringify(Object.fromEntries(manifest), null, 2));

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
