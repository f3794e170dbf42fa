import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { Command } from '@nestjs/cqrs';
import { Config } from '@app/config';
import { Commands } from '@app/write-path';
import { DisputeEscrow, type EscrowAsker, EscrowQueries, ReleaseEscrow, RespondToDispute } from '@app/escrow';
import { type WireRequest, WithPolicy } from '@app/http';
import { Clock, DomainError, randomToken } from '@app/kernel';
import type { FastifyReply } from 'fastify';
import { localeOf } from '../page/locales';
import { PageAssets } from '../page/page-assets';
import { pageHeaders } from '../page/page-headers';
import { SessionAccess } from '../sessions/session-access.service';
import { escrowPage } from './escrow-page';
import { DisputeForm, ReleaseForm, ResponseForm } from './portal.dto';

const PAGE = { credentials: [], hidden: true } as const;

/**
 * Where buyers without an account come to their escrow: the address was mailed to them, and the token in it is the
 * credential. Forms are answered by leading back to the page.
 */
@Controller('escrow/:token')
export class EscrowPortalController {
  constructor(
    private readonly escrows: EscrowQueries,
    private readonly commands: Commands,
    private readonly sessions: SessionAccess,
    private readonly assets: PageAssets,
    private readonly config: Config,
    private readonly clock: Clock,
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
    const files = this.assets.payPage(locale);
    return escrowPage({ facts, path: pathOf(token), now: this.clock.now(), nonce, locale, files });
  }

  @Post('release')
  @HttpCode(303)
  @WithPolicy({ ...PAGE, summary: 'The buyer lets the money go' })
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
  @WithPolicy({ ...PAGE, summary: 'The buyer has staff decide' })
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
  @WithPolicy({ ...PAGE, summary: 'The buyer answers what the other side disputes' })
  respond(
    @Param('token') token: string,
    @Query('lang') lang: unknown,
    @Body() { response }: ResponseForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const by = this.holderOf(token);
    return this.carryOut(new RespondToDispute(by, response), backTo(token, lang), reply);
  }

  private holderOf(portalToken: string): EscrowAsker {
    return { portalToken, mode: this.sessions.mode };
  }

  /** Where somebody was faster, or the button was pressed twice, the page tells how things stand. */
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

/** The page, in the language the form was in. */
const backTo = (token: string, lang: unknown) => `${pathOf(token)}?lang=${localeOf(lang)}`;
