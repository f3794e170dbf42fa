import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { HostName } from '@app/config';
import { HOST, modeOf, type WireRequest, WithPolicy } from '@app/http';
import { localeOf, PageReplies } from '@app/pages';
import { Commands } from '@app/write-path';
import type { FastifyReply } from 'fastify';
import { OpenSubscriptionPayment } from '../commands/open-subscription-payment';
import { OwnSubscriptionReader } from '../customers/own-subscription-reader.service';
import { RemoveCard } from '../cards/commands/remove-card';
import { CancelSubscription } from '../commands/cancel-subscription';
import { ResumeSubscription } from '../commands/resume-subscription';
import type { SubscriptionRequester } from '../subscriptions/subscription-access.service';
import { CancelForm } from './page.dto';
import { subscriptionPage } from './subscription.page';

const PAGE = { credentials: [], hidden: true } as const;
/** Its forms send one small field. */
const FORM = { ...PAGE, rate: 'create-public' } as const;

/**
 * The page of a subscription for its customer, who needs no account: the signed token in its address is the credential.
 * Forms are answered with a redirect.
 */
@Controller('subscription/:token')
export class SubscriptionPageController {
  constructor(
    private readonly own: OwnSubscriptionReader,
    private readonly commands: Commands,
    private readonly replies: PageReplies,
    @Inject(HOST) private readonly host: HostName,
  ) {}

  @Get()
  @WithPolicy({ ...PAGE, summary: 'The page on which a customer sees and changes a subscription' })
  async show(
    @Param('token') token: string,
    @Query('lang') lang: unknown,
    @Req() { headers }: WireRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const shown = await this.own.withInvoices(this.holderOf(token));
    const locale = localeOf(lang, headers['accept-language']);
    const page = this.replies.begin(reply, locale, { hasForms: true });
    return subscriptionPage({ ...page, ...shown, path: pathOf(token) });
  }

  @Post('cancel')
  @HttpCode(303)
  @WithPolicy({ ...FORM, summary: 'The customer cancels the subscription' })
  cancel(
    @Param('token') token: string,
    @Query('lang') lang: unknown,
    @Body() { when }: CancelForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const command = new CancelSubscription(this.holderOf(token), when === 'period_end');
    return this.replies.carryOut(command, reply, pageOf(token, lang));
  }

  @Post('resume')
  @HttpCode(303)
  @WithPolicy({ ...FORM, summary: 'The customer undoes a scheduled cancellation' })
  resume(
    @Param('token') token: string,
    @Query('lang') lang: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const command = new ResumeSubscription(this.holderOf(token));
    return this.replies.carryOut(command, reply, pageOf(token, lang));
  }

  @Post('replace-card')
  @HttpCode(303)
  @WithPolicy({ ...FORM, summary: 'The customer removes the saved card, to use another one' })
  replaceCard(
    @Param('token') token: string,
    @Query('lang') lang: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return this.replies.carryOut(new RemoveCard(this.holderOf(token)), reply, pageOf(token, lang));
  }

  /** Redirects to the session that pays the unpaid invoice. */
  @Post('pay')
  @HttpCode(303)
  @WithPolicy({ ...FORM, summary: 'Opens or continues the payment of the unpaid invoice' })
  async pay(
    @Param('token') token: string,
    @Query('lang') lang: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const session = await this.commands.execute(new OpenSubscriptionPayment(this.holderOf(token)));
    const address = session === null ? pageOf(token, lang) : `${session}?lang=${localeOf(lang)}`;
    return this.replies.redirect(reply, address);
  }

  private holderOf(pageToken: string): SubscriptionRequester {
    return { pageToken, mode: modeOf(this.host) };
  }
}

const pathOf = (token: string) => `/subscription/${encodeURIComponent(token)}`;

/** The page, in the language of the form. */
const pageOf = (token: string, lang: unknown) => `${pathOf(token)}?lang=${localeOf(lang)}`;
