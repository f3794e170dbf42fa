import { Controller, Get, Headers, Res } from '@nestjs/common';
import { WithPolicy } from '@app/http';
import { randomToken } from '@app/kernel';
import { localeOf, pageHeaders } from '@app/pages';
import type { FastifyReply } from 'fastify';
import { resetPage } from './reset.page';

/** The page on which a person with a mailed link sets a new password. */
@Controller()
export class ResetPageController {
  @Get('reset-password')
  @WithPolicy({ summary: 'Set a new password', credentials: [], hidden: true })
  show(@Res({ passthrough: true }) reply: FastifyReply, @Headers('accept-language') languages = ''): string {
    const nonce = randomToken(16);
    void reply.headers(pageHeaders({ nonce, embedOrigins: [] }));
    return resetPage(localeOf(undefined, languages), nonce);
  }
}
