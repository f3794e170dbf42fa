import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, unlink } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { canonicalJson } from '@app/kernel';
import type { SignedClose } from './close-document.policy';

const NAME = /^(\d{4}-\d{2}-\d{2})\.json$/;

interface Content {
  document: object;
  signature: string;
  key_id: string;
}

/** Stores the closes outside the database, in one file per day that is never overwritten. */
@Injectable()
export class CloseFilesService {
  private readonly directory: string;

  constructor({ env }: Config) {
    this.directory = path.resolve(env.CLOSES_DIR);
  }

  async days(): Promise<string[]> {
    const names = await readdir(this.directory).catch(noneWhereAbsent);
    return names.flatMap((name) => NAME.exec(name)?.[1] ?? []).sort();
  }

  /** The close of a day; null where its file is missing or invalid. */
  async read(day: string): Promise<SignedClose | null> {
    try {
      const text = await readFile(this.pathOf(day), 'utf8');
      const { document, signature, key_id: keyId } = JSON.parse(text) as Content;
      return { day, text: canonicalJson(document), signature: String(signature), keyId: String(keyId) };
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof TypeError) return null;
      throw error;
    }
  }

  /** Writes a file atomically; an existing file is not changed. */
  async keep({ day, text, signature, keyId }: SignedClose): Promise<void> {
    await mkdir(this.directory, { recursive: true });
    const content: Content = { document: JSON.parse(text) as object, signature, key_id: keyId };
    const draft = path.join(this.directory, `.${day}.${randomUUID()}`);
    const file = await open(draft, 'wx', 0o444);
    try {
      await file.writeFile(`${JSON.stringify(content, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    // Unlike a rename, a link never replaces an existing file.
    await link(draft, this.pathOf(day)).catch(unlessThere);
    await unlink(draft);
  }

  private pathOf(day: string): string {
    return path.join(this.directory, `${day}.json`);
  }
}

function noneWhereAbsent(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
