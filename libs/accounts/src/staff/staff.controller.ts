import { Body, Req } from '@nestjs/common';
import { type RequestContext, Commands } from '@app/write-path';
import { ClientAddress, Context, PostAction, WireController, type WireRequest } from '@app/http';
import { StaffSetUpDto, StaffSetUpLinkDto } from '../common/account.dto';
import { invalidInvitation } from '../common/account.errors';
import { SetUpStaff } from './commands/set-up-staff';
import { StaffAuthenticatorsService } from './staff-authenticators.service';
import { StaffInvitationsService } from './staff-invitations.service';

/** `auth.php`: what the page of a set-up link calls. The link's token is the credential. */
@WireController('auth.php')
export class StaffController {
  constructor(
    private readonly commands: Commands,
    private readonly invitations: StaffInvitationsService,
    private readonly authenticators: StaffAuthenticatorsService,
  ) {}

  @PostAction('staff-invitation', {
    summary: 'What a set-up link is for, and the authenticator to set up',
    credentials: [],
    audience: 'staff',
    rate: 'login',
  })
  async invitation(@Body() { token }: StaffSetUpLinkDto) {
    const invitation = await this.invitations.openedBy(token);
    if (!invitation) throw invalidInvitation();
    const { email, role } = invitation;
    const { secret, otpauthUri, qrSvg } = this.authenticators.setUpOf(token, email);
    return { email, role, secret, otpauth_uri: otpauthUri, qr_svg: qrSvg };
  }

  @PostAction('staff-setup', {
    summary: 'Use a set-up link: password and authenticator of a staff account',
    credentials: [],
    audience: 'staff',
    rate: 'login',
    refusals: ['INVALID_STATE'],
  })
  setUp(
    @Context() context: RequestContext,
    @Body() { token, password, totp_code: totpCode }: StaffSetUpDto,
    @ClientAddress() address: string,
    @Req() { id: requestId }: WireRequest,
  ) {
    const command = new SetUpStaff({ token, password, totpCode, address, requestId });
    return this.commands.answer(context, command, ({ email, role }) => ({
      message: 'The staff account is ready. Sign in with the password and the next code.',
      email,
      role,
    }));
  }
}
