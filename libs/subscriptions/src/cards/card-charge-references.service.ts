import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config, derivedKey } from '@app/config';

const REFERENCE = /^sc_[0-9a-f]{32}$/;

/**
 * Names of card charges at the payment company. They are derived from invoice and attempt, so that a database restored
 * from a backup charges an attempt under the name that the payment company knows already.
 */
@Injectable()
export class CardChargeReferencesService {
  private readonly key: Buffer;

  constructor({ env }: Config) {
    this.key = derivedKey(env.FINGERPRINT_KEY, 'card charge reference');
  }

  of(invoiceKey: string, attempt: number): string {
    const mac = createHmac('sha256', this.key).update(`${invoiceKey} ${attempt}`).digest('hex');
    return `sc_${mac.slice(0, 32)}`;
  }

  /** Whether a charge of the payment company can be one of ours, by the format of its reference. */
  isOne(reference: string): boolean {
    return REFERENCE.test(reference);
  }
}
