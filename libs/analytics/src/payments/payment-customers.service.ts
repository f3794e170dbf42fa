import { Injectable } from '@nestjs/common';
import { Config, derivedKey } from '@app/config';

/** The key under which customers without an account are known. The e-mail addresses are not kept in the reports. */
@Injectable()
export class PaymentCustomersService {
  readonly key: Buffer;

  constructor({ env }: Config) {
    this.key = derivedKey(env.ENCRYPTION_KEY, 'customers of payments');
  }
}

/** SQL for the customer of a payment: the account, else a keyed hash of the address; null where neither is known. */
export const customerSql = (account: string, email: string, key: string) =>
  `coalesce(${account}, encode(sha256(${key} || sha256(${key} || convert_to(lower(${email}), 'UTF8'))), 'hex'))`;
