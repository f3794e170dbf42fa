import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DATA } from '../lib/paths.mjs';

/** What `listen` keeps on this machine: a signing secret per app, and per address how far it has come. */
export class Memory {
  #folder;

  constructor(appId, forwardTo, env = process.env) {
    this.#folder = env.PAY_STATE_DIR || path.join(DATA, 'pay');
    const target = createHash('sha256').update(forwardTo).digest('hex').slice(0, 12);
    this.secretFile = path.join(this.#folder, `${appId}.secret`);
    this.positionFile = path.join(this.#folder, `${appId}-${target}.json`);
  }

  /** The same each time, so that the receiver needs it once. */
  secret() {
    const kept = this.#read(this.secretFile);
    if (kept?.startsWith('whsec_')) return kept.trim();
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    this.#write(this.secretFile, secret);
    return secret;
  }

  /** null: nobody listened here before. */
  position() {
    try {
      const { after, resentAfter } = JSON.parse(this.#read(this.positionFile) ?? 'null');
      return Number.isSafeInteger(after) && Number.isSafeInteger(resentAfter) ? { after, resentAfter } : null;
    } catch {
      return null;
    }
  }

  keep(position) {
    this.#write(this.positionFile, JSON.stringify(position));
  }

  #read(file) {
    try {
      return readFileSync(file, 'utf8');
    } catch (error) {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Moved into place whole: a kill never leaves half of it. */
  #write(file, text) {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const fresh = `${file}.${process.pid}`;
    writeFileSync(fresh, text, { mode: 0o600 });
    renameSync(fresh, file);
  }
}
