import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Clock } from '@app/kernel';

const LIFETIME_MS = 10 * 60_000;
const SWEEP_MS = 60_000;
const MAX_ENTRIES = 10_000;

interface Entry {
  txRef: string;
  sealed: Buffer | null;
  expiresAt: number;
}

export type TakenCharge =
  { state: 'waiting'; txRef: string; payload: Record<string, unknown> } | { state: 'taken'; txRef: string };

/**
 * Charges that wait for a card PIN, because the protocol requires the whole card again with the PIN. They stay in
 * this process for at most ten minutes, encrypted with a key that exists only in its memory, so that no database or
 * log contains card data. A PIN must reach the process that began the charge; after a restart the buyer begins
 * again.
 */
export class PinVault {
  private readonly key = randomBytes(32);
  private readonly entries = new Map<string, Entry>();
  private sweep: NodeJS.Timeout | undefined;

  constructor(private readonly clock: Clock) {}

  put(handle: string, txRef: string, payload: object): void {
    this.dropExpired();
    // The oldest are deleted first, so that abandoned charges cannot fill the memory.
    if (this.entries.size >= MAX_ENTRIES) this.entries.delete(this.entries.keys().next().value!);
    this.entries.set(handle, { txRef, sealed: this.seal(payload), expiresAt: this.now() + LIFETIME_MS });
    this.scheduleSweep();
  }

  /** Returns the charge once; afterwards only the fact that it was taken remains. Null: unknown or expired. */
  take(handle: string): TakenCharge | null {
    this.dropExpired();
    const entry = this.entries.get(handle);
    if (!entry) return null;
    if (!entry.sealed) return { state: 'taken', txRef: entry.txRef };
    const payload = this.open(entry.sealed);
    entry.sealed = null;
    return { state: 'waiting', txRef: entry.txRef, payload };
  }

  clear(): void {
    clearTimeout(this.sweep);
    this.entries.clear();
  }

  private now(): number {
    return this.clock.now().getTime();
  }

  private dropExpired(): void {
    const now = this.now();
    for (const [handle, entry] of this.entries) {
      if (entry.expiresAt > now) return; // All entries have the same lifetime, so the map is in order of expiry.
      this.entries.delete(handle);
    }
  }

  /** Deletes expired charges on a timer, because the last ones would otherwise stay until the next charge. */
  private scheduleSweep(): void {
    if (this.sweep || this.entries.size === 0) return;
    this.sweep = setTimeout(() => {
      this.sweep = undefined;
      this.dropExpired();
      this.scheduleSweep();
    }, SWEEP_MS).unref();
  }

  private seal(payload: object): Buffer {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.key, nonce);
    const sealed = Buffer.concat([cipher.update(JSON.stringify(payload), 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  }

  private open(sealed: Buffer): Record<string, unknown> {
    const decipher = createDecipheriv('aes-256-gcm', this.key, sealed.subarray(0, 12));
    decipher.setAuthTag(sealed.subarray(12, 28));
    const text = Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
    return JSON.parse(text) as Record<string, unknown>;
  }
}
