import { Controller, Get, Headers, Res } from '@nestjs/common';
import { Config } from '@app/config';
import { WithPolicy } from '@app/http';
import { randomToken } from '@app/kernel';
import { localeOf, pageHeaders } from '@app/pages';
import type { FastifyReply } from 'fastify';
import { notMePage } from './not-me.page';

/** The page of the link in a security mail. */
@Controller()
export class NotMePageController {
  constructor(private readonly config: Config) {}

  @Get('not-me')
  @WithPolicy({ summary: 'Freeze an account', credentials: [], hidden: true })
  show(@Res({ passthrough: true }) reply: FastifyReply, @Headers('accept-language') languages = ''): string {
    const nonce = randomToken(16);
    const isHttps = this.config.urls.app.startsWith('https:');
    void reply.headers(pageHeaders({ nonce, embedOrigins: [], isHttps }));
    return notMePage(localeOf(undefined, languages), nonce);
  }
}
