import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import type { EncodedContent } from '@app/http';
import { builtFolder } from '@app/pages';

interface BuiltFile {
  file: string;
  type: string;
  etag: string;
  compressed: boolean;
}

export interface SiteFile extends EncodedContent {
  type: string;
  etag: string;
}

/** The built files of the documentation site by their address, each read at its first request. */
@Injectable()
export class SiteFilesService {
  private readonly folder = builtFolder('libs/docs/web/built', 'manifest.json');
  private readonly manifest = JSON.parse(readFileSync(path.join(this.folder, 'manifest.json'), 'utf8')) as {
    files: Record<string, BuiltFile>;
    style: string;
  };
  private readonly known = new Map(Object.entries(this.manifest.files));
  private readonly read = new Map<string, SiteFile>();

  /** The address of the style sheet of all pages. */
  get style(): string {
    return this.manifest.style;
  }

  /** The file at this address; undefined where there is none. */
  at(address: string): SiteFile | undefined {
    const built = this.known.get(address);
    if (!built) return undefined;
    const file = this.read.get(address) ?? this.load(built);
    this.read.set(address, file);
    return file;
  }

  private load({ file, type, etag, compressed }: BuiltFile): SiteFile {
    const content = (ending = '') => readFileSync(path.join(this.folder, file + ending));
    const encoded = compressed ? { br: content('.br'), gzip: content('.gz') } : {};
    return { type, etag, content: content(), encoded: new Map(Object.entries(encoded)) };
  }
}
