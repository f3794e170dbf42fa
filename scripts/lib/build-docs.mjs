/**
 * Builds the documentation site from docs/ into the folder named first: every Markdown page, the API reference, the
 * search index and their assets, each compressed. manifest.json tells the server what is at which address.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import sharp from 'sharp';
import { readContents } from './docs-contents.mjs';
import { DocsMarkdown } from './docs-markdown.mjs';
import { docsPage, notFoundPage, referencePage } from './docs-shell.mjs';
import { ROOT } from './paths.mjs';
import { Refusal } from './say.mjs';

const DOCS = path.join(ROOT, 'docs');
const WEB = path.join(ROOT, 'libs/docs/web');
const EXPLORER = import.meta.resolve('openapi-explorer/dist/browser/openapi-explorer.min.js');
const CONTENTS = 'README.md';
/** The page that `doc_url` of errors names by a short address. */
const ERRORS = { address: '/docs/errors', file: 'reference/errors.md' };
/** Addresses that the server uses itself. */
const RESERVED = ['/docs/reference', '/docs/operate/reference', '/docs/not-found', ERRORS.address];
/** The best quality would save 5 to 10 % of the bytes and take many times as long, in each first start. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
/** Wider pictures are made this wide, which is more than they are shown. */
const PICTURE_WIDTH = 900;
/** Characters of the text below a heading that can be searched. */
const SEARCHED = 200;

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webp': 'image/webp',
};

const outDir = path.resolve(process.argv[2]);
const manifest = { files: {}, style: '' };

const filesBelow = (folder) =>
  readdirSync(path.join(DOCS, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll(path.sep, '/'))
    .sort();

/** `start/quickstart.md` is at `/docs/start/quickstart`, `decisions/README.md` at `/docs/decisions`. */
const addressOf = (file) => `/docs/${file}`.replace(/\.md$/, '').replace(/\/README$/, '');

const hashOf = (content) => createHash('sha256').update(content).digest('base64url').slice(0, 12);

/** Stores the content of an address, compressed unless it is a picture. An address without an ending is a page. */
function store(address, content) {
  const ending = path.extname(address) || '.html';
  const file = path.extname(address) ? `files${address}` : `files${address}.html`;
  const place = path.join(outDir, file);
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, content);
  if (ending !== '.webp') {
    writeFileSync(`${place}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
    writeFileSync(`${place}.br`, brotliCompressSync(content, BROTLI));
  }
  manifest.files[address] = {
    file,
    type: TYPES[ending],
    etag: hashOf(content),
    compressed: ending !== '.webp',
  };
}

/** Stores an asset under a name with the hash of its content and returns its address. */
function storeAsset(name, content) {
  const { name: stem, ext } = path.parse(name);
  const address = `/docs/assets/${stem}.${hashOf(content)}${ext}`;
  store(address, content);
  return address;
}

async function images() {
  const names = filesBelow('images').filter((name) => name.endsWith('.webp'));
  const stored = names.map(async (name) => {
    const original = readFileSync(path.join(DOCS, 'images', name));
    const isWide = (await sharp(original).metadata()).width > PICTURE_WIDTH;
    const smaller = () => sharp(original).resize({ width: PICTURE_WIDTH }).webp({ quality: 70, effort: 2 });
    const content = isWide ? await smaller().toBuffer() : original;
    const { width, height } = await sharp(content).metadata();
    return [`images/${name}`, { src: storeAsset(name, content), width, height }];
  });
  return new Map(await Promise.all(stored));
}

async function bundle(options) {
  const { outputFiles } = await build({
    ...options,
    absWorkingDir: WEB,
    outdir: outDir,
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: ['es2022', 'chrome105', 'safari16', 'firefox115'],
    legalComments: 'none',
    logLevel: 'warning',
  });
  const stored = outputFiles.map(({ path: file, contents }) => [
    path.basename(file),
    storeAsset(path.basename(file), Buffer.from(contents)),
  ]);
  return Object.fromEntries(stored);
}

async function scripts() {
  const at = {
    ...(await bundle({ entryPoints: ['site.css', 'site.ts', 'search.ts'] })),
    // The style sheet goes into the shadow root of the element, as text.
    ...(await bundle({ entryPoints: ['reference.ts'], loader: { '.css': 'text' } })),
  };
  return {
    style: at['site.css'],
    script: at['site.js'],
    search: at['search.js'],
    reference: at['reference.js'],
  };
}

const headingsFound = (headings, file) => (file.startsWith('decisions/0') ? headings.slice(0, 1) : headings);

/** One entry for each heading of each page; decisions are found by their titles. */
function searchIndex(site, files) {
  return files.flatMap((file) =>
    headingsFound(site.pages.get(file).headings, file).map(({ level, text, id, below }) => ({
      page: site.pages.get(file).title,
      heading: text,
      address: level === 1 ? addressOf(file) : `${addressOf(file)}#${id}`,
      text: below.slice(0, SEARCHED).trim(),
    })),
  );
}

/** The readers of the table of contents; each page knows its address and the pages it is marked for in the navigation. */
function readersOf(contents) {
  return contents.readers.map(({ reader, pages }) => ({
    reader,
    pages: pages.map((page) => {
      const address = addressOf(page.file);
      const isFolder = page.file.endsWith('/README.md');
      const isShownFor = (current) => current === address || (isFolder && current.startsWith(`${address}/`));
      return { ...page, reader, address, isShownFor };
    }),
  }));
}

/** The sections of the table of contents stand beside each other, each in a box of its own. */
const inSections = (html) =>
  html
    .split(/(?=<h2 )/)
    .map((part, at) => (at === 0 ? part : `<section>${part}</section>`))
    .join('\n');

async function buildSite() {
  const site = new DocsMarkdown({ root: ROOT, addressOf, images: await images() });
  const files = filesBelow('').filter((file) => file.endsWith('.md'));
  for (const file of files) site.read(file, readFileSync(path.join(DOCS, file), 'utf8'));
  const contents = readContents(readFileSync(path.join(DOCS, CONTENTS), 'utf8'));
  site.faults.push(...contents.faults);
  const assets = {
    ...(await scripts()),
    explorer: storeAsset('openapi-explorer.js', readFileSync(fileURLToPath(EXPLORER))),
    index: storeAsset('search-index.json', JSON.stringify(searchIndex(site, files))),
  };
  const readers = readersOf(contents);
  const entries = readers.flatMap(({ pages }) => pages);
  for (const file of files) {
    const address = addressOf(file);
    if (RESERVED.includes(address)) throw new Refusal(`docs/${file}: the server uses ${address} itself.`);
    const at = entries.findIndex((entry) => entry.file === file);
    const entry = entries[at];
    const html = site.render(file);
    const { title, headings } = site.pages.get(file);
    const page = { assets, readers, title, headings, address, source: `docs/${file}`, entry };
    const neighbours = entry ? { before: entries[at - 1], after: entries[at + 1] } : {};
    const body = file === CONTENTS ? inSections(html) : html;
    const addresses = file === ERRORS.file ? [address, ERRORS.address] : [address];
    for (const one of addresses) store(one, docsPage({ ...page, ...neighbours, body }));
  }
  site.refuseFaults();
  store('/docs/reference', referencePage({ assets, reader: 'merchants' }));
  store('/docs/operate/reference', referencePage({ assets, reader: 'staff' }));
  store('/docs/not-found', notFoundPage({ assets, readers }));
  manifest.style = assets.style;
}

try {
  await buildSite();
  writeFileSync(path.join(outDir, 'manifest.json'), JSON.stringify(manifest));
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
