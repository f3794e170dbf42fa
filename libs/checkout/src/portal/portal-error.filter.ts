import { type ArgumentsHost, Catch, type ExceptionFilter, Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { ErrorFilter, type WireRequest } from '@app/http';
import { randomToken } from '@app/kernel';
import type { FastifyReply } from 'fastify';
import { localeOf } from '../page/locales';
import { PageAssets } from '../page/page-assets';
import { pageHeaders } from '../page/page-headers';
import { noPage } from '../page/pay-page';
import { refusedForm } from './escrow-page';

/** Tells buyers on a page what programs are told in JSON. */
@Injectable()
@Catch()
export class PortalErrorFilter implements ExceptionFilter {
  constructor(
    private readonly errors: ErrorFilter,
    private readonly assets: PageAssets,
    private readonly config: Config,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<WireRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const { kind } = this.errors.writeHead(thrown, request, reply);
    const locale = localeOf(request.query.lang, request.headers['accept-language']);
    const nonce = randomToken(16);
    const isHttps = this.config.urls.checkout.startsWith('https:');
    const { token } = request.params as { token: string };
    const page = {
      path: `/escrow/${encodeURIComponent(token)}`,
      nonce,
      locale,
      files: this.assets.payPage(locale),
    };
    const write = (): string => {
      if (kind === 'invalid') return refusedForm('unread', page);
      if (kind === 'forbidden') return refusedForm('not-now', page);
      return noPage(kind === 'rate-limited' ? 'busy' : kind === 'not-found' ? 'portal.none' : 'fault', page);
    };
    void reply.headers(pageHeaders({ nonce, isHttps, embedOrigins: [] })).send(write());
  }
}
