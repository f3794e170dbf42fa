import { Body } from '@nestjs/common';
import { type RequestContext, Commands } from '@app/write-path';
import { By, ClientAddress, Context, PostAction, type UserCaller, WireController } from '@app/http';
import { UpdateProfileDto } from '../common/account.dto';
import { UpdateProfile } from './commands/update-profile';

/** `settings.php`: name and phone number. */
@WireController('settings.php')
export class ProfileController {
  constructor(private readonly commands: Commands) {}

  @PostAction('update-profile', {
    summary: 'Change name and phone number',
    credentials: ['session'],
    // Each new number causes a mail.
    rate: 'login',
    refusals: ['NOT_FOUND'],
  })
  update(
    @By() { userId }: UserCaller,
    @Context() context: RequestContext,
    @Body() { first_name: firstName, last_name: lastName, phone }: UpdateProfileDto,
    @ClientAddress() ip: string,
  ) {
    const entries = { firstName: firstName ?? undefined, lastName: lastName ?? undefined, phone };
    return this.commands.answer(context, new UpdateProfile(userId, entries, ip), ({ user, codeSent }) => ({
      message: codeSent ? 'Profile saved. A code is on its way to your phone.' : 'Profile saved.',
      phone_code_sent: codeSent,
      user,
    }));
  }
}
