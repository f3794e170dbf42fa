import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import { Command } from '@nestjs/cqrs';
import { Config, type HostName } from '@app/config';
import { HOST, modeOf, type WireRequest, WithPolicy } from '@app/http';
import { Times, DomainError, randomToken } from '@app/kernel';
import { localeOf, PageAssets, pageHeaders } from '@app/pages';
import { Commands } from '@app/write-path';
import type { FastifyReply } from 'fastify';
import { DisputeEscrow } from '../commands/dispute-escrow';
import { ReleaseEscrow } from '../commands/release-escrow';
import { RespondToDispute } from '../commands/respond-to-dispute';
import type { EscrowRequester } from '../escrow-access.service';
import { EscrowQueries } from '../escrow.queries';
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
    private readonly commands: Commands,
    @Inject(HOST) private readonly host: HostName,
    private readonly assets: PageAssets,
    private readonly config: Config,
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
    const nonce = randomToken(16);
    const isHttps = this.config.urls.checkout.startsWith('https:');
    void reply.headers(pageHeaders({ nonce, isHttps, embedOrigins: [], hasForms: true }));
    const { style } = this.assets;
    return portalPage({
      facts,
      path: pathOf(token),
      now: await this.times.of(facts.escrow),
      nonce,
      locale,
      style,
    });
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
    return this.carryOut(new ReleaseEscrow(by), backTo(token, lang), reply);
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
    return this.carryOut(new DisputeEscrow(by, grounds), backTo(token, lang), reply);
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
    return this.carryOut(new RespondToDispute(by, response), backTo(token, lang), reply);
  }

  private holderOf(portalToken: string): EscrowRequester {
    return { portalToken, mode: modeOf(this.host) };
  }

  /** An action that the escrow's state no longer allows is not an error, because the page shows that state. */
  private async carryOut(command: Command<unknown>, back: string, reply: FastifyReply): Promise<string> {
    try {
      await this.commands.execute(command);
    } catch (error) {
      if (!(error instanceof DomainError && error.decidedOnState)) throw error;
    }
    void reply.header('location', back).header('referrer-policy', 'no-referrer');
    return '';
  }
}

const pathOf = (token: string) => `/escrow/${encodeURIComponent(token)}`;

/** The page, in the language of the form. */
const backTo = (token: string, lang: unknown) => `${pathOf(token)}?lang=${localeOf(lang)}`;
