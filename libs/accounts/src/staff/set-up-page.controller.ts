import { Controller, Get, Headers, Res } from '@nestjs/common';
import { WithPolicy } from '@app/http';
import { randomToken } from '@app/kernel';
import { localeOf, pageHeaders } from '@app/pages';
import type { FastifyReply } from 'fastify';
import { setUpPage } from './set-up.page';

/** The page of a staff member's set-up link. */
@Controller()
export class StaffSetUpPageController {
  @Get('staff-setup')
  @WithPolicy({ summary: 'Set up a staff account', credentials: [], hidden: true })
  show(@Res({ passthrough: true }) reply: FastifyReply, @Headers('accept-language') languages = ''): string {
    const nonce = randomToken(16);
    void reply.headers(pageHeaders({ nonce, embedOrigins: [] }));
    return setUpPage(localeOf(undefined, languages), nonce);
  }
}
