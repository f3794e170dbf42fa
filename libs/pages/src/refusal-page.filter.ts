import { type ArgumentsHost, type ExceptionFilter, Injectable, type OnModuleInit } from '@nestjs/common';
import { Config } from '@app/config';
import { ErrorFilter, type WireRequest } from '@app/http';
import { type ErrorKind, randomToken } from '@app/kernel';
import type { FastifyReply } from 'fastify';
import { pageHeaders } from './headers';
import type { PageContext } from './layout';
import { localeOf } from './locales';
import { PageAssets } from './page-assets.service';

/** Answers refused requests below one path with an HTML page instead of JSON. */
@Injectable()
export abstract class RefusalPageFilter implements ExceptionFilter, OnModuleInit {
  protected abstract readonly below: string;
  /** Origins whose pages may hold the page in a frame. */
  protected readonly embedOrigins: readonly string[] = [];

  constructor(
    private readonly errors: ErrorFilter,
    private readonly assets: PageAssets,
    private readonly config: Config,
  ) {}

  protected abstract render(kind: ErrorKind, page: PageContext, request: WireRequest): string;

  onModuleInit(): void {
    this.errors.leaveTo(this, this.below);
  }

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<WireRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const { kind } = this.errors.writeHead(thrown, request, reply);
    const locale = localeOf(request.query.lang, request.headers['accept-language']);
    const nonce = randomToken(16);
    const isHttps = this.config.urls.checkout.startsWith('https:');
    void reply
      .headers(pageHeaders({ nonce, isHttps, embedOrigins: this.embedOrigins }))
      .send(this.render(kind, { nonce, locale, style: this.assets.style }, request));
  }
}
