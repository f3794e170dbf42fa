import { Controller, Inject, Req, Res } from '@nestjs/common';
import { Config, type HostName } from '@app/config';
import { acceptsHtml, HOST, inBestEncoding, type WireRequest } from '@app/http';
import { notFound } from '@app/kernel';
import { PageGet } from '@app/pages';
import type { FastifyReply } from 'fastify';
import { IMMUTABLE, pageHeadersOf, REVALIDATED } from './site.policy';
import { type SiteFile, SiteFilesService } from './site-files.service';

/** Pages of the people who run the platform: other hosts lead to the host of staff. */
const OF_STAFF = '/docs/operate/';
const NOT_FOUND = '/docs/not-found';

/** The documentation of the repository as a site, and the page of the API reference. */
@Controller('docs')
export class DocsController {
  constructor(
    private readonly site: SiteFilesService,
    private readonly config: Config,
    @Inject(HOST) private readonly host: HostName,
  ) {}

  @PageGet('assets/:file', { uncounted: true, summary: 'Scripts, styles and pictures of the documentation' })
  asset(@Req() request: WireRequest, @Res({ passthrough: true }) reply: FastifyReply): Buffer | string {
    const file = this.site.at(addressOf(request));
    if (!file) throw notFound('Address');
    return send(request, reply.header('cache-control', IMMUTABLE), file);
  }

  @PageGet(['', '*'], { summary: 'A page of the documentation' })
  page(@Req() request: WireRequest, @Res({ passthrough: true }) reply: FastifyReply): Buffer | string {
    const address = addressOf(request);
    const file = this.site.at(address);
    const isPage = file && address !== NOT_FOUND && !address.startsWith('/docs/assets/');
    if (isPage && address.startsWith(OF_STAFF) && this.host !== 'business') {
      void reply.status(302).header('location', this.config.urls.business + address);
      return '';
    }
    if (!isPage && !acceptsHtml(request)) throw notFound('Address');
    if (!isPage) void reply.status(404);
    const headers = { ...pageHeadersOf(address), 'cache-control': REVALIDATED };
    return send(request, reply.headers(headers), isPage ? file : this.site.at(NOT_FOUND)!);
  }
}

/** The path without a slash at its end. */
const addressOf = ({ url }: WireRequest): string => url.split('?')[0]!.replace(/\/$/, '');

/** Answers 304 if the browser has this content already. */
function send(request: WireRequest, reply: FastifyReply, file: SiteFile): Buffer | string {
  const etag = `W/"${file.etag}"`;
  void reply.headers({ 'content-type': file.type, etag });
  const isKnown = reply.statusCode === 200 && String(request.headers['if-none-match']).includes(etag);
  if (isKnown) void reply.status(304).header('vary', 'accept-encoding');
  return isKnown ? '' : inBestEncoding(request, reply, file);
}
