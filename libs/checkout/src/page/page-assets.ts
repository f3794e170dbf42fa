import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import type { Locale } from './locales';

/** Built by `npm run build`: beside the compiled server, or for code that runs from its sources, in dist. */
const FOLDERS = ['../../web/built', '../../../../dist/libs/checkout/web/built'].map((folder) =>
  path.join(__dirname, folder),
);

export interface Asset {
  /** Below `/`. */
  path: string;
  type: string;
  content: Buffer;
  /** The content as browsers may ask for it, by name of the encoding. */
  encoded: Map<string, Buffer>;
  /** For `integrity` attributes. */
  integrity: string;
}

interface Chunk {
  file: string;
  css?: string[];
}

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** What one page loads. */
export interface PageFiles {
  script: Asset;
  style: Asset;
  /** Chunks the script is about to ask for. */
  ahead: Asset[];
}

/** The built files of the pages, read once at start. */
@Injectable()
export class PageAssets {
  private readonly folder = builtFolder();
  private readonly chunks = JSON.parse(this.text('manifest.json')) as Record<string, Chunk>;
  private readonly files = new Map<string, Asset>();
  readonly checkoutScript = this.asset('checkout.js');
  /** Those that merchants' pages may hold to a hash: they never change and never go away. */
  private readonly releases: Map<string, Asset>;

  constructor() {
    const names = readdirSync(path.join(this.folder, 'released')).filter((name) => name.endsWith('.js'));
    this.releases = new Map(names.map((name) => [name, this.asset(`released/${name}`)]));
    for (const { file, css = [] } of Object.values(this.chunks)) {
      for (const name of [file, ...css]) this.files.set(`/${name}`, this.asset(name));
    }
  }

  /** The asset at this path; undefined where there is none. */
  at(url: string): Asset | undefined {
    return this.files.get(url);
  }

  /** A released checkout.js, e.g. `checkout-1.0.0.js`; undefined where there is none of this name. */
  release(name: string): Asset | undefined {
    return this.releases.get(name);
  }

  payPage(locale: Locale): PageFiles {
    return this.page('src/page/main.tsx', [`../src/page/locales/${locale}.json`]);
  }

  demoPage(): PageFiles {
    return this.page('src/demo/demo.ts', []);
  }

  private page(entry: string, ahead: string[]): PageFiles {
    const { file, css } = this.chunk(entry);
    return {
      script: this.files.get(`/${file}`)!,
      style: this.files.get(`/${css![0]!}`)!,
      ahead: ahead.map((source) => this.files.get(`/${this.chunk(source).file}`)!),
    };
  }

  private chunk(source: string): Chunk {
    const chunk = this.chunks[source];
    if (!chunk) throw new Error(`The built pages lack ${source}`);
    return chunk;
  }

  private asset(name: string): Asset {
    const content = readFileSync(path.join(this.folder, name));
    const encoded = [
      ['br', '.br'],
      ['gzip', '.gz'],
    ].map(([encoding, ending]) => [encoding!, readFileSync(path.join(this.folder, name + ending!))] as const);
    return {
      path: `/${name}`,
      type: TYPES[path.extname(name)]!,
      content,
      encoded: new Map(encoded),
      integrity: `sha384-${createHash('sha384').update(content).digest('base64')}`,
    };
  }

  private text(name: string): string {
    return readFileSync(path.join(this.folder, name), 'utf8');
  }
}

function builtFolder(): string {
  const found = FOLDERS.find((folder) => existsSync(path.join(folder, 'manifest.json')));
  if (!found) throw new Error('The payment page is not built: run `npm run build`.');
  return found;
}
