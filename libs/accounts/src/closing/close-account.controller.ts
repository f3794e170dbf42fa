import { Body } from '@nestjs/common';
import { type RequestContext, Commands } from '@app/write-path';
import { By, Context, PostAction, type UserCaller, WireController } from '@app/http';
import { CloseAccountDto } from '../common/account.dto';
import { CloseAccount } from './commands/close-account';

/** `settings.php`: closing the account. */
@WireController('settings.php')
export class CloseAccountController {
  constructor(private readonly commands: Commands) {}

  @PostAction('close-account', {
    summary: 'Close the account; it must be empty, or what is left below 1.00 is given up',
    credentials: ['session'],
    rate: 'login',
    refusals: ['INVALID_CREDENTIALS', 'INVALID_STATE', 'NOT_FOUND', 'TOTP_REQUIRED'],
  })
  close(
    @By() { userId, sessionId }: UserCaller,
    @Context() context: RequestContext,
    @Body() { password, code, give_up_rest: givesUpRest = false }: CloseAccountDto,
  ) {
    return this.commands.answer(
      context,
      new CloseAccount(userId, sessionId, password, code, givesUpRest),
      () => ({
        message: 'Your account is closed. All sessions and API keys have ended.',
      }),
    );
  }
}
