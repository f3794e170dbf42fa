import { type ArgumentsHost, type ExceptionFilter, Injectable, type OnModuleInit } from '@nestjs/common';
import { Config } from '@app/config';
import { ErrorFilter, type WireRequest } from '@app/http';
import { type ErrorKind, randomToken } from '@app/kernel';
import type { FastifyReply } from 'fastify';
import { localeOf } from '../page/locales';
import { PageAssets } from '../page/page-assets';
import { pageHeaders } from '../page/page-headers';
import { noPage } from '../page/pay-page';
import { refusedForm } from './escrow-page';

/** What is wrong with the form itself, not with what it asks for. */
const UNREAD: ReadonlySet<ErrorKind> = new Set(['invalid', 'too-large', 'unsupported-media']);

/** Tells buyers on a page what programs are told in JSON. */
@Injectable()
export class PortalErrorFilter implements ExceptionFilter, OnModuleInit {
  constructor(
    private readonly errors: ErrorFilter,
    private readonly assets: PageAssets,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.errors.leaveTo(this, '/escrow/');
  }

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<WireRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const { kind } = this.errors.writeHead(thrown, request, reply);
    const locale = localeOf(request.query.lang, request.headers['accept-language']);
    const nonce = randomToken(16);
    const isHttps = this.config.urls.checkout.startsWith('https:');
    const { token } = request.params as { token?: string };
    const files = this.assets.payPage(locale);
    const path = token && `/escrow/${encodeURIComponent(token)}`;
    const page = { path, nonce, locale, files };
    const write = (): string => {
      if (path && UNREAD.has(kind)) return refusedForm('unread', { ...page, path });
      if (path && kind === 'forbidden') return refusedForm('not-now', { ...page, path });
      return noPage(kind === 'rate-limited' ? 'busy' : kind === 'not-found' ? 'portal.none' : 'fault', page);
    };
    void reply.headers(pageHeaders({ nonce, isHttps, embedOrigins: [] })).send(write());
  }
}
