import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config, derivedKey } from '@app/config';
import { type Mode, sha256 } from '@app/kernel';

/**
 * The secret in the address of an invoice: 256 bits, derived from the invoice's id with a key outside the database, which
 * stores only its hash.
 */
@Injectable()
export class InvoiceTokensService {
  private readonly key: Buffer;

  constructor(private readonly config: Config) {
    this.key = derivedKey(config.env.ENCRYPTION_KEY, 'invoice page token');
  }

  tokenOf(invoiceId: string): string {
    return createHmac('sha256', this.key).update(invoiceId).digest('base64url');
  }

  /** The address at which the client reads and pays the invoice. */
  urlOf({ id, mode }: { id: string; mode: Mode }): string {
    return `${this.baseUrl(mode)}/invoice/${this.tokenOf(id)}`;
  }

  /** The hash of the invoice's token, as the database stores it. */
  hashOf(invoiceId: string): Buffer {
    return sha256(this.tokenOf(invoiceId));
  }

  /** The origin of the pages of this mode. */
  baseUrl(mode: Mode): string {
    return mode === 'live' ? this.config.urls.checkout : this.config.urls.sandbox;
  }
}
