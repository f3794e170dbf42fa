import { Body } from '@nestjs/common';
import { type RequestContext, Commands } from '@app/write-path';
import { By, Context, PostAction, type UserCaller, WireController } from '@app/http';
import { ChangeUsertagDto } from '../common/account.dto';
import { ChangeUsertag } from './commands/change-usertag';

/** `auth.php`: the user tag. */
@WireController('auth.php')
export class UsertagController {
  constructor(private readonly commands: Commands) {}

  @PostAction('change-usertag', {
    summary: 'Take another user tag, three times a year',
    credentials: ['session'],
    // A tag that is taken is one of an account.
    rate: 'lookup',
    refusals: ['LIMIT_REACHED', 'NOT_FOUND'],
  })
  change(
    @By() { userId }: UserCaller,
    @Context() context: RequestContext,
    @Body() { usertag }: ChangeUsertagDto,
  ) {
    return this.commands.answer(context, new ChangeUsertag(userId, usertag), (tag) => ({
      message: `Your user tag is @${tag}.`,
      usertag: tag,
    }));
  }
}
