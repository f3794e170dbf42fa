import { Body } from '@nestjs/common';
import { type RequestContext, Commands } from '@app/write-path';
import { Context, PostAction, WireController } from '@app/http';
import { NotMeDto } from '../common/account.dto';
import { ReportAccount } from './commands/report-account';

/** `auth.php`: reports that another person uses the account, with the link of a security mail. */
@WireController('auth.php')
export class NotMeController {
  constructor(private readonly commands: Commands) {}

  @PostAction('not-me', {
    summary: 'Freeze the account of a security mail',
    credentials: [],
    rate: 'login',
    refusals: ['INVALID_STATE'],
  })
  report(@Context() context: RequestContext, @Body() { token }: NotMeDto) {
    return this.commands.answer(context, new ReportAccount(token), () => ({
      message: 'Your account is frozen, and all sessions have ended. Support will contact you.',
    }));
  }
}
