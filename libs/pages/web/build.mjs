/**
 * Builds the payment page and checkout.js into the folder named first.
 * Every file of the page carries a hash of its content in its name; manifest.json tells the server which is which.
 */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';

const root = path.dirname(fileURLToPath(import.meta.url));
const outDir = path.resolve(process.argv[2]);

const common = { root, configFile: false, envDir: false, logLevel: 'warn', publicDir: false, base: '/' };
const output = {
  outDir,
  assetsInlineLimit: 0,
  reportCompressedSize: false,
  modulePreload: false,
};
const hashed = (extension) => `assets/[name].[hash].${extension}`;

await build({
  ...common,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    ...output,
    emptyOutDir: true,
    manifest: 'manifest.json',
    target: 'es2020',
    cssTarget: 'chrome90',
    rolldownOptions: {
      input: { pay: path.join(root, 'src/pay/main.tsx') },
      output: {
        entryFileNames: hashed('js'),
        chunkFileNames: hashed('js'),
        assetFileNames: hashed('[ext]').replace('.[ext]', '[extname]'),
      },
    },
  },
});

await build({
  ...common,
  build: {
    ...output,
    emptyOutDir: false,
    target: 'es2018',
    rolldownOptions: {
      input: path.join(root, 'src/script/main.ts'),
      output: { format: 'iife', entryFileNames: 'checkout.js' },
    },
  },
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
