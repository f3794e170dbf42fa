import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import type { EncodedContent } from '@app/http';
import { builtFolder } from './built-folder';
import type { Locale } from './locales';

export interface Asset extends EncodedContent {
  /** Below `/`. */
  path: string;
  type: string;
  /** For `integrity` attributes. */
  integrity: string;
}

interface Chunk {
  file: string;
  /** Files that load with it. */
  imports: string[];
  css?: string[];
}

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

export interface PageScript {
  entry: Asset;
  /** Chunks that the entry imports, loaded at the same time. */
  preload: Asset[];
}

const PAY_PAGE = 'src/pay/main.tsx';
const CONSOLE = 'src/console/main.tsx';

type Chunks = Record<string, Chunk>;

/** The built files of the pages, read once at start. */
@Injectable()
export class PageAssetsService {
  private readonly folder = builtFolder('libs/pages/web/built', 'manifest.json');
  private readonly payChunks = JSON.parse(this.text('manifest.json')) as Chunks;
  private readonly consoleChunks = JSON.parse(this.text('console.json')) as Chunks;
  private readonly files = new Map<string, Asset>();
  readonly checkoutScript = this.asset('checkout.js');
  /** Merchants' pages may name these with the hash of their content: they never change and are never removed. */
  private readonly releases: Map<string, Asset>;

  constructor() {
    const names = readdirSync(path.join(this.folder, 'released')).filter((name) => name.endsWith('.js'));
    this.releases = new Map(names.map((name) => [name, this.asset(`released/${name}`)]));
    for (const { file, css = [] } of [this.payChunks, this.consoleChunks].flatMap(Object.values<Chunk>)) {
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

  /** The style sheet of every page of the layout. */
  get style(): Asset {
    return this.styleOf(this.payChunks, PAY_PAGE);
  }

  payScript(locale: Locale): PageScript {
    return this.script(this.payChunks, PAY_PAGE, `../src/locales/pay/${locale}.json`);
  }

  get consoleStyle(): Asset {
    return this.styleOf(this.consoleChunks, CONSOLE);
  }

  consoleScript(locale: Locale): PageScript {
    return this.script(this.consoleChunks, CONSOLE, `../src/locales/console/${locale}.json`);
  }

  private script(chunks: Chunks, page: string, texts: string): PageScript {
    const entry = this.chunk(chunks, page);
    const preload = [this.chunk(chunks, texts).file, ...entry.imports];
    return { entry: this.file(entry.file), preload: preload.map((name) => this.file(name)) };
  }

  private styleOf(chunks: Chunks, page: string): Asset {
    return this.file(this.chunk(chunks, page).css![0]!);
  }

  private file(name: string): Asset {
    return this.files.get(`/${name}`)!;
  }

  private chunk(chunks: Chunks, source: string): Chunk {
    const chunk = chunks[source];
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
