import { Controller, Inject, Req, Res } from '@nestjs/common';
import { Config } from '@app/config';
import { acceptsHtml, HOST, type WireRequest } from '@app/http';
import { PageGet } from '@app/pages';
import type { FastifyReply } from 'fastify';
import { type ApiHost, HOSTS, landingPage } from './landing.page';
import { pageHeadersOf } from './site.policy';
import { SiteFilesService } from './site-files.service';

/** What this host is: a page for browsers, on the business host the console, and JSON for programs. */
@Controller()
export class LandingController {
  constructor(
    private readonly config: Config,
    private readonly site: SiteFilesService,
    @Inject(HOST) private readonly host: ApiHost,
  ) {}

  @PageGet('', { summary: 'What this host is' })
  show(@Req() request: WireRequest, @Res({ passthrough: true }) reply: FastifyReply): object | string {
    const { host, config, site } = this;
    void reply.header('vary', 'accept');
    if (acceptsHtml(request) && host === 'business') {
      void reply.status(303).header('location', '/dashboard');
      return '';
    }
    if (acceptsHtml(request)) {
      void reply.headers(pageHeadersOf('/'));
      return landingPage({ host, urls: config.urls, style: site.style });
    }
    const base = config.urls[host];
    return {
      name: HOSTS[host].name,
      host,
      docs: `${base}/docs`,
      openapi: `${base}/docs/openapi.json`,
      status: `${base}/health/ready`,
    };
  }
}
