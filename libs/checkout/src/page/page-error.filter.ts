import { type ArgumentsHost, type ExceptionFilter, Injectable, type OnModuleInit } from '@nestjs/common';
import { Config } from '@app/config';
import { ErrorFilter, type WireRequest } from '@app/http';
import { randomToken } from '@app/kernel';
import type { FastifyReply } from 'fastify';
import { localeOf } from './locales';
import { PageAssets } from './page-assets';
import { pageHeaders } from './page-headers';
import { noPage } from './pay-page';

/** Tells people in a browser, on a page, what programs are told in JSON. */
@Injectable()
export class PageErrorFilter implements ExceptionFilter, OnModuleInit {
  constructor(
    private readonly errors: ErrorFilter,
    private readonly assets: PageAssets,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.errors.leaveTo(this, '/pay/');
  }

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<WireRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const { kind } = this.errors.writeHead(thrown, request, reply);
    const locale = localeOf(request.query.lang, request.headers['accept-language']);
    const nonce = randomToken(16);
    const isHttps = this.config.urls.checkout.startsWith('https:');
    const why = kind === 'rate-limited' ? 'busy' : kind === 'not-found' ? 'none' : 'fault';
    void reply
      // In a merchant's frame as well: nothing on it is anybody's.
      .headers(pageHeaders({ nonce, isHttps, embedOrigins: ['*'] }))
      .send(noPage(why, { nonce, locale, files: this.assets.payPage(locale) }));
  }
}
