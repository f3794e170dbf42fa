import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AggregateStore, UnitOfWork } from '@app/write-path';
import { type Mode, notFound } from '@app/kernel';
import { Repository } from 'typeorm';
import type { Issuer } from '../issuer.policy';
import { isLinkCode, PaymentLink } from './payment-link.aggregate';

@Injectable()
export class PaymentLinkRepository extends AggregateStore<PaymentLink> {
  constructor(@InjectRepository(PaymentLink) rows: Repository<PaymentLink>, unit: UnitOfWork) {
    super(rows, unit);
  }

  async ofIssuer({ ownerId, mode, appId }: Issuer, id: string): Promise<PaymentLink> {
    return found(await this.findOneBy({ id, ownerId, mode, ...(appId !== null && { appId }) }));
  }

  async byCode(code: string, mode: Mode): Promise<PaymentLink> {
    // Any text can stand in the path; one with a NUL cannot be sent to the database.
    return found(isLinkCode(code) ? await this.findOneBy({ code, mode }) : null);
  }
}

function found(link: PaymentLink | null): PaymentLink {
  if (!link) throw notFound('Payment link');
  return link;
}
