import { Body } from '@nestjs/common';
import { By, Context, PostAction, type UserCaller, WireController } from '@app/http';
import { Commands, type RequestContext } from '@app/write-path';
import { SubmitKyb } from './commands/submit-kyb';
import { SubmitKybDto } from './kyb.dto';

/** `kyc.php`: verification of businesses. */
@WireController('kyc.php')
export class KybController {
  constructor(private readonly commands: Commands) {}

  @PostAction('submit-kyb', {
    summary: 'Submit a business for verification (KYB)',
    credentials: ['session'],
    accountType: 'business',
    refusals: ['INVALID_STATE', 'KYC_REQUIRED', 'LIMIT_REACHED', 'NOT_FOUND'],
  })
  submit(@By() { userId }: UserCaller, @Context() context: RequestContext, @Body() body: SubmitKybDto) {
    const { legal_name: legalName, registration_number: registrationNumber, address } = body;
    const details = { legalName, registrationNumber, address };
    return this.commands.answer(context, new SubmitKyb(userId, body.country_code, details));
  }
}
