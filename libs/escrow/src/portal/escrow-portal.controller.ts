import { Body, Controller, Inject } from '@nestjs/common';
import { BrandQueries } from '@app/accounts';
import type { HostName } from '@app/config';
import { HOST, modeOf } from '@app/http';
import { Times } from '@app/kernel';
import { PageForm, PageGet, PageRepliesService, PageVisit, Visit } from '@app/pages';
import { DisputeEscrow } from '../escrows/commands/dispute-escrow';
import { ReleaseEscrow } from '../escrows/commands/release-escrow';
import { RespondToDispute } from '../escrows/commands/respond-to-dispute';
import type { EscrowRequester } from '../escrows/escrow-access.service';
import { EscrowQueries } from '../escrows/escrow.queries';
import { DisputeForm, ReleaseForm, ResponseForm } from './portal.dto';
import { portalPage } from './portal.page';

/**
 * The page of an escrow for buyers without an account. Its address was mailed to them; the token in it is the
 * credential. Forms are answered with a redirect to the page.
 */
@Controller('escrow/:token')
export class EscrowPortalController {
  constructor(
    private readonly escrows: EscrowQueries,
    @Inject(HOST) private readonly host: HostName,
    private readonly replies: PageRepliesService,
    private readonly times: Times,
    private readonly brands: BrandQueries,
  ) {}

  @PageGet('', { summary: 'The page a buyer follows their escrow on' })
  async show(@Visit() visit: PageVisit): Promise<string> {
    const facts = await this.escrows.find(this.holderOf(visit));
    const page = this.replies.begin(visit, { hasForms: true });
    const brand = await this.brands.shownOf(facts.escrow.beneficiaryId, facts.escrow.mode);
    return portalPage({ ...page, facts, brand, now: await this.times.of(facts.escrow) });
  }

  @PageForm('release', { summary: 'The buyer releases the money' })
  release(@Visit() visit: PageVisit, @Body() _sure: ReleaseForm): Promise<string> {
    return this.replies.carryOut(new ReleaseEscrow(this.holderOf(visit)), visit);
  }

  @PageForm('dispute', { summary: 'The buyer raises a dispute' })
  dispute(@Visit() visit: PageVisit, @Body() { reason, evidence }: DisputeForm): Promise<string> {
    const grounds = { reason, evidence: evidence ?? null };
    return this.replies.carryOut(new DisputeEscrow(this.holderOf(visit), grounds), visit);
  }

  @PageForm('respond', { summary: 'The buyer responds to a dispute' })
  respond(@Visit() visit: PageVisit, @Body() { response }: ResponseForm): Promise<string> {
    return this.replies.carryOut(new RespondToDispute(this.holderOf(visit), response), visit);
  }

  private holderOf({ token: portalToken }: PageVisit): EscrowRequester {
    return { portalToken, mode: modeOf(this.host) };
  }
}
