import { Controller, Get, Headers, Res } from '@nestjs/common';
import { WithPolicy } from '@app/http';
import { randomToken } from '@app/kernel';
import { localeOf, pageHeaders } from '@app/pages';
import type { FastifyReply } from 'fastify';
import { notMePage } from './not-me.page';

/** The page of the link in a security mail. */
@Controller()
export class NotMePageController {
  @Get('not-me')
  @WithPolicy({ summary: 'Freeze an account', credentials: [], hidden: true })
  show(@Res({ passthrough: true }) reply: FastifyReply, @Headers('accept-language') languages = ''): string {
    const nonce = randomToken(16);
    void reply.headers(pageHeaders({ nonce, embedOrigins: [] }));
    return notMePage(localeOf(undefined, languages), nonce);
  }
}
