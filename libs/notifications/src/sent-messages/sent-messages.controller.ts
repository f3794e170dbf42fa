import { Controller, Param, Req, Res } from '@nestjs/common';
import { Config } from '@app/config';
import { SiteFilesService } from '@app/docs';
import { inRanges, type WireRequest } from '@app/http';
import { notFound } from '@app/kernel';
import { PageGet } from '@app/pages';
import type { FastifyReply } from 'fastify';
import { framedMail, listPage, mailHeaders, messagePage, PAGE_HEADERS } from './sent-messages.page';
import { type KeptMessage, SentMessagesService } from './sent-messages.service';

const LOOPBACK = ['127.0.0.0/8', '::1'];
/** Names of this machine. Another name that leads here belongs to a page of that name, or to a tunnel. */
const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

/** The mails and text messages that were sent, for the browser of the developer. */
@Controller('mails')
export class SentMessagesController {
  constructor(
    private readonly messages: SentMessagesService,
    private readonly site: SiteFilesService,
    private readonly config: Config,
  ) {}

  @PageGet('', { summary: 'The mails and text messages that were sent' })
  async list(@Req() request: WireRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    requireThisMachine(request);
    void reply.headers(PAGE_HEADERS);
    return listPage(await this.messages.newest(), this.site.style);
  }

  @PageGet(':id', { summary: 'A mail or text message' })
  async show(
    @Req() request: WireRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('id') id: string,
  ): Promise<string> {
    const message = await this.find(request, id);
    void reply.headers(PAGE_HEADERS);
    return messagePage(message, this.site.style);
  }

  @PageGet(':id/html', { summary: 'The HTML of a mail' })
  async showHtml(
    @Req() request: WireRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('id') id: string,
  ): Promise<string> {
    const { html } = await this.find(request, id);
    if (html === null) throw notFound('Mail');
    void reply.headers(mailHeaders(`${this.config.urls.checkout}/brand/`));
    return framedMail(html);
  }

  private async find(request: WireRequest, id: string): Promise<KeptMessage> {
    requireThisMachine(request);
    const message = await this.messages.find(id);
    if (message === null) throw notFound('Message');
    return message;
  }
}

/** Throws NOT_FOUND unless a browser of this machine asks, directly and by a name of this machine. */
function requireThisMachine({ headers, socket }: WireRequest): void {
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  const isLocal =
    LOCAL_HOST.test(headers.host ?? '') && inRanges(socket.remoteAddress ?? '', LOOPBACK) && !isForwarded;
  if (!isLocal) throw notFound('Address');
}
