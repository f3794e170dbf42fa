import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DATA } from '../lib/paths.mjs';

/** The state of `listen` on this machine: a signing secret per app, and the position per address. */
export class Memory {
  #folder;

  constructor(appId, forwardTo, env = process.env) {
    this.#folder = env.PAY_STATE_DIR || path.join(DATA, 'pay');
    const target = createHash('sha256').update(forwardTo).digest('hex').slice(0, 12);
    this.secretFile = path.join(this.#folder, `${appId}.secret`);
    this.positionFile = path.join(this.#folder, `${appId}-${target}.json`);
  }

  /** The secret stays the same, so that the receiver is configured once. */
  secret() {
    const kept = this.#read(this.secretFile);
    if (kept?.startsWith('whsec_')) return kept.trim();
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    this.#write(this.secretFile, secret);
    return secret;
  }

  /** null: the first run for this address. */
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

  /** Renames a complete file, so that a kill never leaves half of it. */
  #write(file, text) {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const fresh = `${file}.${process.pid}`;
    writeFileSync(fresh, text, { mode: 0o600 });
    renameSync(fresh, file);
  }
}
