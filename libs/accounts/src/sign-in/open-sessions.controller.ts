import { Body } from '@nestjs/common';
import { type RequestContext, Commands } from '@app/write-path';
import { By, Context, GetAction, PostAction, type UserCaller, WireController } from '@app/http';
import { ChangePasswordDto, EndSessionDto } from '../common/account.dto';
import { ChangePassword } from './commands/change-password';
import { EndOtherSessions } from './commands/end-other-sessions';
import { EndSession } from './commands/end-session';
import { SessionQueries } from '../sessions/session.queries';

/** `settings.php`: the password, and where a person is signed in. */
@WireController('settings.php')
export class OpenSessionsController {
  constructor(
    private readonly commands: Commands,
    private readonly sessions: SessionQueries,
  ) {}

  @PostAction('change-password', {
    summary: 'Change the password; every other session ends',
    credentials: ['session'],
    rate: 'login',
    refusals: ['INVALID_CREDENTIALS', 'NOT_FOUND'],
  })
  changePassword(
    @By() { userId, sessionId }: UserCaller,
    @Context() context: RequestContext,
    @Body() { current_password: current, new_password: next }: ChangePasswordDto,
  ) {
    return this.commands.answer(context, new ChangePassword(userId, sessionId, current, next), () => ({
      message: 'Password changed. Your other sessions have ended.',
    }));
  }

  @GetAction('sessions', {
    summary: 'Where you are signed in, the last used first',
    credentials: ['session'],
  })
  async list(@By() { userId, sessionId }: UserCaller) {
    const open = await this.sessions.openOf(userId);
    return open.map((session) => ({ ...session, current: session.id === sessionId }));
  }

  @PostAction('logout-others', { summary: 'End your other sessions', credentials: ['session'] })
  endOthers(@By() { userId, sessionId }: UserCaller, @Context() context: RequestContext) {
    return this.commands.answer(context, new EndOtherSessions(userId, sessionId), () => ({
      message: 'Your other sessions have ended.',
    }));
  }

  @PostAction('end-session', {
    summary: 'End one of your sessions',
    credentials: ['session'],
    refusals: ['NOT_FOUND'],
  })
  end(@By() { userId }: UserCaller, @Context() context: RequestContext, @Body() { id }: EndSessionDto) {
    return this.commands.answer(context, new EndSession(userId, id), () => ({ message: 'Session ended.' }));
  }
}
