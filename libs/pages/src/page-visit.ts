import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { WireRequest } from '@app/http';
import { randomToken } from '@app/kernel';
import type { FastifyReply } from 'fastify';
import { pageHeaders, type PageSecurity } from './headers';
import { type Locale, localeOf } from './locales';

/** A request for a page that needs no credential but its address: that address, the language of its reader, and the reply. */
export class PageVisit {
  /** The secret or code in the address; empty where the address has none. */
  readonly token: string;
  /** The path of the page, below which its forms are posted; empty where the address has no token. */
  readonly path: string;
  /** `Accept-Language` of the browser. */
  readonly languages: string | undefined;
  /** The language that the address asks for. */
  readonly lang: unknown;

  constructor(
    { routeOptions, params, query, headers }: WireRequest,
    readonly reply: FastifyReply,
  ) {
    const { token, code = '' } = params as { token?: string; code?: string };
    this.token = token ?? code;
    this.path = this.token && `/${routeOptions.url!.split('/')[1]}/${encodeURIComponent(this.token)}`;
    this.languages = headers['accept-language'];
    this.lang = query.lang;
  }

  /** The language that the address asks for, else that of the browser. */
  get locale(): Locale {
    return localeOf(this.lang, this.languages);
  }

  /** Another address, in the language that this one asks for. */
  inLanguage(address: string): string {
    return `${address}?lang=${localeOf(this.lang)}`;
  }

  /** Sets the headers of a page and returns the nonce of its scripts and styles. */
  begin(security: Omit<PageSecurity, 'nonce'> = {}): string {
    const nonce = randomToken(16);
    void this.reply.headers(pageHeaders({ nonce, ...security }));
    return nonce;
  }
}

/** The visit of a page, for its handlers. */
export const Visit = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const http = context.switchToHttp();
  return new PageVisit(http.getRequest<WireRequest>(), http.getResponse<FastifyReply>());
});
