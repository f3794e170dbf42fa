import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { AggregateStore, UnitOfWork } from '@app/write-path';
import { type Mode, notFound } from '@app/kernel';
import { DataSource } from 'typeorm';
import type { Issuer } from '../issuer.policy';
import { isLinkCode, PaymentLink } from './payment-link.aggregate';

@Injectable()
export class PaymentLinks extends AggregateStore<PaymentLink> {
  constructor(@InjectDataSource() dataSource: DataSource, unit: UnitOfWork) {
    super(PaymentLink, dataSource, unit);
  }

  async ofIssuer({ ownerId, mode, appId }: Issuer, id: string): Promise<PaymentLink> {
    return found(await this.findOneBy({ id, ownerId, mode, ...(appId !== null && { appId }) }));
  }

  async byCode(code: string, mode: Mode): Promise<PaymentLink> {
    // Any text can stand in the path; one with a NUL cannot be sent to the database.
    return found(isLinkCode(code) ? await this.findOneBy({ code, mode }) : null);
  }

  /** Reserves a place of a link with `max_uses`; where none is left when the unit commits, the command starts over. */
  claimPlace({ id, maxUses }: PaymentLink): void {
    if (maxUses === null) return;
    this.unit.stage({
      sql: 'UPDATE payment_links SET claimed = claimed + 1 WHERE id = $1 AND active AND claimed < max_uses',
      parameters: [id],
      expectedRows: 1,
    });
  }

  /** Frees the place of a session that expired without a payment. */
  freePlace(id: string): void {
    this.unit.stage({
      sql: 'UPDATE payment_links SET claimed = claimed - 1 WHERE id = $1 AND max_uses IS NOT NULL',
      parameters: [id],
    });
  }
}

function found(link: PaymentLink | null): PaymentLink {
  if (!link) throw notFound('Payment link');
  return link;
}
