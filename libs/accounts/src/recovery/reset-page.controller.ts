import { Controller, Get, Headers, Res } from '@nestjs/common';
import { WithPolicy } from '@app/http';
import { randomToken } from '@app/kernel';
import type { FastifyReply } from 'fastify';
import { resetPage, resetPageHeaders } from './reset.page';

/** The page on which somebody with a mailed link sets a new password. */
@Controller()
export class ResetPageController {
  @Get('reset-password')
  @WithPolicy({ summary: 'Set a new password', credentials: [], hidden: true })
  show(@Res({ passthrough: true }) reply: FastifyReply, @Headers('accept-language') languages = ''): string {
    const nonce = randomToken(16);
    void reply.headers(resetPageHeaders(nonce));
    return resetPage(/^fr\b/i.test(languages) ? 'fr' : 'en', nonce);
  }
}
