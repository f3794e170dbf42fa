import { Injectable } from '@nestjs/common';
import { BrandQueries, UserDirectoryQueries } from '@app/accounts';
import { type Mode, Times } from '@app/kernel';
import type { PageBrand } from '@app/pages';
import { BuyerCountsService } from '../buyers/buyer-counts.service';
import { doubtAbout } from '../refunds/account-holder.policy';
import { PaymentPartiesQueries } from '../refunds/payment-parties.queries';
import { RefundDestinationsService } from '../refunds/refund-destinations.service';
import type { AccountChoices, Choice, GivenAccount, PayableAccount } from '../refunds/refund-rail.port';
import { RefundRailsService } from '../refunds/refund-rails.service';
import { RefundRepository } from '../refunds/refund.repository';
import type { RefundFacts } from '../refunds/refund.view';

/** A refund as its payer sees it. */
export interface ShownRefund {
  refund: RefundFacts & { id: string };
  merchant: string;
  brand: PageBrand;
  /** The account that the payer has named, masked. */
  account: string | null;
  /** Until when the payer can name one; null where none is awaited any more. */
  until: Date | null;
}

/** An account that was looked up for a refund, to be confirmed by its payer. */
export interface LookedUpAccount {
  account: PayableAccount;
  /** What the confirmation sends back. */
  sealed: Buffer;
  /** Whether staff look at it before it is paid. */
  isDoubtful: boolean;
}

/** Reads refunds for the page of their payers, and looks up the accounts that these name. */
@Injectable()
export class RefundPagesService {
  constructor(
    private readonly refunds: RefundRepository,
    private readonly rails: RefundRailsService,
    private readonly destinations: RefundDestinationsService,
    private readonly parties: PaymentPartiesQueries,
    private readonly counts: BuyerCountsService,
    private readonly directory: UserDirectoryQueries,
    private readonly brands: BrandQueries,
    private readonly times: Times,
  ) {}

  /** Throws NOT_FOUND for an unknown token. */
  async find(mode: Mode, token: string): Promise<ShownRefund> {
    const refund = await this.refunds.byToken(mode, token);
    const [merchant, brand, now] = await Promise.all([
      this.directory.byId(refund.ownerId),
      this.brands.shownOf(refund.ownerId, mode),
      this.times.of(refund),
    ]);
    const { awaitsAccount, destination } = refund;
    const until = awaitsAccount && destination.until! > now ? destination.until : null;
    return { refund, merchant: merchant!.publicName, brand, account: destination.shown, until };
  }

  choices({ refund }: ShownRefund): Promise<AccountChoices> {
    return this.rails.rail.choices(refund.mode, refund.charge.currency);
  }

  branches({ refund }: ShownRefund, bankCode: string): Promise<readonly Choice[]> {
    return this.rails.rail.branches(refund.mode, refund.charge.currency, bankCode);
  }

  /** Counts each look-up. Throws VALIDATION_ERROR for what is no account, GATEWAY_ERROR and RATE_LIMITED. */
  async lookUp(
    { refund }: ShownRefund,
    given: GivenAccount,
    clientAddress: string,
  ): Promise<LookedUpAccount> {
    await this.counts.countLookUp(refund.id, clientAddress);
    const account = await this.rails.rail.find(refund.mode, refund.charge.currency, given);
    const names = await this.parties.namesOf(refund);
    const isDoubtful = doubtAbout({ holder: account.holder, ...names }) !== null;
    return { account, sealed: this.destinations.seal(refund.id, account), isDoubtful };
  }
}
