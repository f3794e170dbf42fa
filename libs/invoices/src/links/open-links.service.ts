import { Injectable } from '@nestjs/common';
import { type Mode, Times } from '@app/kernel';
import type { PaymentLink } from './payment-link.aggregate';
import { linkClosed } from './payment-link.errors';
import { PaymentLinkQueries } from './payment-link.queries';
import { PaymentLinks } from './payment-link.repository';

/** Finds payment links for their page. */
@Injectable()
export class OpenLinks {
  constructor(
    private readonly links: PaymentLinks,
    private readonly queries: PaymentLinkQueries,
    private readonly times: Times,
  ) {}

  /** With the name of the merchant. Throws NOT_FOUND, or SESSION_EXPIRED where the link takes no payments. */
  async find(code: string, mode: Mode): Promise<{ link: PaymentLink; payee: string }> {
    const link = await this.links.byCode(code, mode);
    if (!link.isOpen(await this.times.of(link))) throw linkClosed();
    return { link, payee: await this.queries.payeeOf(code) };
  }
}
