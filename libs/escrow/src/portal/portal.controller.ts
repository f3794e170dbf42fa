import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { HostName } from '@app/config';
import { HOST, modeOf, type WireRequest, WithPolicy } from '@app/http';
import { Times } from '@app/kernel';
import { localeOf, PageReplies } from '@app/pages';
import type { FastifyReply } from 'fastify';
import { DisputeEscrow } from '../escrows/commands/dispute-escrow';
import { ReleaseEscrow } from '../escrows/commands/release-escrow';
import { RespondToDispute } from '../escrows/commands/respond-to-dispute';
import type { EscrowRequester } from '../escrows/escrow-access.service';
import { EscrowQueries } from '../escrows/escrow.queries';
import { DisputeForm, ReleaseForm, ResponseForm } from './portal.dto';
import { portalPage } from './portal.page';

const PAGE = { credentials: [], hidden: true } as const;

/**
 * The page of an escrow for buyers without an account. Its address was mailed to them; the token in it is the
 * credential. Forms are answered with a redirect to the page.
 */
@Controller('escrow/:token')
export class EscrowPortalController {
  constructor(
    private readonly escrows: EscrowQueries,
    @Inject(HOST) private readonly host: HostName,
    private readonly replies: PageReplies,
    private readonly times: Times,
  ) {}

  @Get()
  @WithPolicy({ ...PAGE, summary: 'The page a buyer follows their escrow on' })
  async show(
    @Param('token') token: string,
    @Query('lang') lang: unknown,
    @Req() { headers }: WireRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const facts = await this.escrows.find(this.holderOf(token));
    const locale = localeOf(lang, headers['accept-language']);
    const page = this.replies.begin(reply, locale, { hasForms: true });
    return portalPage({ ...page, facts, path: pathOf(token), now: await this.times.of(facts.escrow) });
  }

  @Post('release')
  @HttpCode(303)
  @WithPolicy({ ...PAGE, summary: 'The buyer releases the money' })
  release(
    @Param('token') token: string,
    @Query('lang') lang: unknown,
    @Body() _sure: ReleaseForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const by = this.holderOf(token);
    return this.replies.carryOut(new ReleaseEscrow(by), reply, pageOf(token, lang));
  }

  @Post('dispute')
  @HttpCode(303)
  @WithPolicy({ ...PAGE, summary: 'The buyer raises a dispute' })
  dispute(
    @Param('token') token: string,
    @Query('lang') lang: unknown,
    @Body() { reason, evidence }: DisputeForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const by = this.holderOf(token);
    const grounds = { reason, evidence: evidence ?? null };
    return this.replies.carryOut(new DisputeEscrow(by, grounds), reply, pageOf(token, lang));
  }

  @Post('respond')
  @HttpCode(303)
  @WithPolicy({ ...PAGE, summary: 'The buyer responds to a dispute' })
  respond(
    @Param('token') token: string,
    @Query('lang') lang: unknown,
    @Body() { response }: ResponseForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const by = this.holderOf(token);
    return this.replies.carryOut(new RespondToDispute(by, response), reply, pageOf(token, lang));
  }

  private holderOf(portalToken: string): EscrowRequester {
    return { portalToken, mode: modeOf(this.host) };
  }
}

const pathOf = (token: string) => `/escrow/${encodeURIComponent(token)}`;

/** The page, in the language of the form. */
const pageOf = (token: string, lang: unknown) => `${pathOf(token)}?lang=${localeOf(lang)}`;
