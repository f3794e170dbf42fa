import { Body, Res } from '@nestjs/common';
import { By, Context, GetAction, PostAction, type UserCaller, WireController } from '@app/http';
import type { RequestContext } from '@app/write-path';
import type { FastifyReply } from 'fastify';
import { VerifyBvnDto } from './bvn.dto';
import { RETURN_PAGE, RETURN_PAGE_POLICY } from './bvn-return.page';
import { VerifyBvn } from './flows/verify-bvn';

/** `kyc.php`: Bank Verification Numbers (Nigeria). */
@WireController('kyc.php')
export class BvnController {
  constructor(private readonly verifyBvn: VerifyBvn) {}

  @PostAction('verify-bvn', {
    summary: 'Verify a Bank Verification Number against the names of the account',
    credentials: ['session'],
    idempotent: true,
    refusals: ['GATEWAY_ERROR', 'INVALID_STATE', 'KYC_REQUIRED', 'LIMIT_REACHED', 'NOT_FOUND'],
  })
  verify(@By() { userId }: UserCaller, @Context() context: RequestContext, @Body() body: VerifyBvnDto) {
    const { bvn, first_name: firstName, last_name: lastName, date_of_birth: dateOfBirth = null } = body;
    return this.verifyBvn.verify(context, { userId, bvn, firstName, lastName, dateOfBirth });
  }

  @GetAction('bvn-return', {
    summary: 'Where the consent page returns to',
    credentials: [],
    hidden: true,
  })
  async returned(@Res() reply: FastifyReply): Promise<void> {
    await reply.headers(RETURN_PAGE_POLICY).type('text/html; charset=utf-8').send(RETURN_PAGE);
  }
}
