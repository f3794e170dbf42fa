import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { Clock, uuidv7 } from '@app/kernel';

/** A mail or text message as it was sent. */
export interface SentMessage {
  to: string;
  /** Null for a text message. */
  subject: string | null;
  text: string;
  /** Null for a text message. */
  html: string | null;
  /** Names of the files in it. */
  attachments: string[];
}

export interface KeptMessage extends SentMessage {
  /** Ids of later messages are greater. */
  id: string;
  /** ISO 8601, UTC. */
  sent_at: string;
}

const KEPT = 200;
const FILE = /^([0-9a-f-]{36})\.json$/;

/**
 * The newest mails and text messages of a development machine, one file each in MAILS_DIR, where every process finds
 * them. They contain codes and links, so only the owner of the folder may read them.
 */
@Injectable()
export class SentMessagesService {
  private readonly folder: string;

  constructor(
    { env }: Config,
    private readonly clock: Clock,
  ) {
    this.folder = path.resolve(env.MAILS_DIR);
  }

  /** Stores a message, and deletes those before the newest 200. */
  async keep(message: SentMessage): Promise<void> {
    const now = this.clock.now();
    const kept: KeptMessage = { id: uuidv7(now), sent_at: now.toISOString(), ...message };
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const file = this.fileOf(kept.id);
    await writeFile(`${file}.part`, JSON.stringify(kept), { mode: 0o600 });
    await rename(`${file}.part`, file);
    const old = (await this.ids()).slice(KEPT);
    await Promise.all(old.map((id) => rm(this.fileOf(id), { force: true })));
  }

  /** Newest first. */
  async newest(): Promise<KeptMessage[]> {
    const found = await Promise.all((await this.ids()).map((id) => this.read(id)));
    return found.filter((message) => message !== null);
  }

  /** Null if there is no such message, or no longer. */
  async find(id: string): Promise<KeptMessage | null> {
    return (await this.ids()).includes(id) ? this.read(id) : null;
  }

  private async ids(): Promise<string[]> {
    const names = await readdir(this.folder).catch(nothingIfAbsent);
    return (names ?? [])
      .flatMap((name) => FILE.exec(name)?.[1] ?? [])
      .toSorted()
      .toReversed();
  }

  private async read(id: string): Promise<KeptMessage | null> {
    const text = await readFile(this.fileOf(id), 'utf8').catch(nothingIfAbsent);
    return text === null ? null : (JSON.parse(text) as KeptMessage);
  }

  private fileOf(id: string): string {
    return path.join(this.folder, `${id}.json`);
  }
}

function nothingIfAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
