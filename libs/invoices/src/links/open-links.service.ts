import { Injectable } from '@nestjs/common';
import { BrandQueries, UserDirectoryQueries } from '@app/accounts';
import { type Mode, Times } from '@app/kernel';
import type { PageBrand } from '@app/pages';
import { CollectingService, type Need } from '../collecting.service';
import { isOfPerson } from './open-link.policy';
import type { PaymentLink } from './payment-link.aggregate';
import { LinkPlacesService } from './link-places.service';
import { linkClosed } from './payment-link.errors';
import { PaymentLinkQueries } from './payment-link.queries';
import { PaymentLinkRepository } from './payment-link.repository';

/** Finds payment links for their page. */
@Injectable()
export class OpenLinksService {
  constructor(
    private readonly links: PaymentLinkRepository,
    private readonly queries: PaymentLinkQueries,
    private readonly collecting: CollectingService,
    private readonly places: LinkPlacesService,
    private readonly directory: UserDirectoryQueries,
    private readonly times: Times,
    private readonly brands: BrandQueries,
  ) {}

  /** With the name and the brand of the merchant, and what it lacks. Throws NOT_FOUND, or SESSION_EXPIRED where the link takes no payments. */
  async find(
    code: string,
    mode: Mode,
  ): Promise<{ link: PaymentLink; payee: string; brand: PageBrand; need: Need }> {
    const link = await this.links.byCode(code, mode);
    const [payee, brand, need, owner] = await Promise.all([
      this.queries.payeeOf(code),
      this.brands.shownOf(link.ownerId, mode),
      this.collecting.needOf(link),
      this.directory.standingOf(link.ownerId),
    ]);
    await this.places.requireUnpaid(link);
    if (!link.isOpen(await this.times.of(link)) || isOfPerson(link, owner)) throw linkClosed();
    return { link, payee, brand, need };
  }
}
