import { type ArgumentsHost, type ExceptionFilter, Injectable, type OnModuleInit } from '@nestjs/common';
import { Config } from '@app/config';
import { ErrorFilter, type WireRequest } from '@app/http';
import { type ErrorKind, randomToken } from '@app/kernel';
import type { FastifyReply } from 'fastify';
import type { PageMeans } from './layout';
import { localeOf } from './locales';
import { PageAssets } from './page-assets';
import { pageHeaders } from './page-headers';

/** Tells people in a browser, on a page, what programs are told in JSON: of everything below one path. */
@Injectable()
export abstract class RefusalPages implements ExceptionFilter, OnModuleInit {
  protected abstract readonly below: string;
  /** Whose frames may show it. */
  protected readonly embedOrigins: readonly string[] = [];

  constructor(
    private readonly errors: ErrorFilter,
    private readonly assets: PageAssets,
    private readonly config: Config,
  ) {}

  protected abstract write(kind: ErrorKind, means: PageMeans, request: WireRequest): string;

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
    const means = { nonce, locale, files: this.assets.payPage(locale) };
    void reply
      .headers(pageHeaders({ nonce, isHttps, embedOrigins: this.embedOrigins }))
      .send(this.write(kind, means, request));
  }
}
