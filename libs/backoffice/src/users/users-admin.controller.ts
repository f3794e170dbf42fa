import { Body, Query, Req } from '@nestjs/common';
import {
  FreezeUser,
  ProfilesService,
  ResetTwoFactor,
  SetFreezeReason,
  SetLegalHold,
  SetStaffRole,
  UnfreezeUser,
} from '@app/accounts';
import { type RequestContext, Commands } from '@app/write-path';
import {
  By,
  Context,
  GetAction,
  PostAction,
  StaffActionsService,
  type UserCaller,
  WireController,
  type WireRequest,
} from '@app/http';
import { invalid } from '@app/kernel';
import { FindUsersQuery, SetLegalHoldDto, SetRoleDto, ShowUserQuery, UserDecisionDto } from './users.dto';
import { UsersQueries } from './users.queries';
import { foundUserView, userFileView } from './users.view';

const STAFF = { credentials: ['staff'] } as const;
const READ = { ...STAFF, roles: ['support', 'finance', 'compliance'] } as const;
const COMPLIANCE = { ...STAFF, roles: ['compliance'], idempotent: true } as const;
const ADMIN = { ...STAFF, proof: 'recent', idempotent: true } as const;

/** `admin.php?section=users`: people's accounts, for staff. */
@WireController('admin.php')
export class UsersAdminController {
  private readonly answerUnfreeze;
  private readonly answerSetFreezeReason;
  private readonly answerSetRole;
  private readonly answerResetTwoFactor;
  private readonly answerSetLegalHold;

  constructor(
    private readonly users: UsersQueries,
    private readonly profiles: ProfilesService,
    private readonly commands: Commands,
    actions: StaffActionsService,
  ) {
    this.answerUnfreeze = actions.register({
      name: 'users.unfreeze',
      body: UserDecisionDto,
      command: (caller, { user_id, reason }) => new UnfreezeUser(caller, user_id.toLowerCase(), reason),
      present: ({ userId }) => ({
        message: 'The account works again. Its owner signs in anew.',
        user_id: userId,
        frozen: false,
      }),
      facts: ({ before, after }) => ({ frozenFor: { before, after } }),
    });
    this.answerSetFreezeReason = actions.register({
      name: 'users.set-freeze-reason',
      body: UserDecisionDto,
      command: (caller, { user_id, reason }) => new SetFreezeReason(caller, user_id.toLowerCase(), reason),
      present: ({ userId }) => ({
        message: 'The reason of the freeze is replaced.',
        user_id: userId,
        frozen: true,
      }),
      facts: ({ before, after }) => ({ frozenFor: { before, after } }),
    });
    this.answerSetRole = actions.register({
      name: 'users.set-role',
      body: SetRoleDto,
      command: (caller, { user_id, role, reason }) =>
        new SetStaffRole(caller, user_id.toLowerCase(), role!, reason),
      present: ({ userId, after }) => ({
        message: 'The role is set. The sessions of the person have ended.',
        user_id: userId,
        role: after,
      }),
      facts: ({ before, after }) => ({ role: { before, after } }),
    });
    this.answerResetTwoFactor = actions.register({
      name: 'users.reset-2fa',
      body: UserDecisionDto,
      command: (caller, { user_id, reason }) => new ResetTwoFactor(caller, user_id.toLowerCase(), reason),
      present: (userId) => ({
        message: 'The second factor is removed. The sessions of the person have ended.',
        user_id: userId,
        two_factor_enabled: false,
      }),
    });
    this.answerSetLegalHold = actions.register({
      name: 'users.set-legal-hold',
      body: SetLegalHoldDto,
      command: (caller, { user_id, hold, reason }) =>
        new SetLegalHold(caller, user_id.toLowerCase(), hold, reason),
      present: ({ userId, isHeld }) => ({ user_id: userId, legal_hold: isHeld }),
      facts: ({ isHeld }) => ({ legalHold: isHeld }),
    });
  }

  @GetAction('users/find', { ...READ, summary: 'Accounts with this id, e-mail address, tag or phone number' })
  async find(@Req() request: WireRequest, @Query() query: FindUsersQuery) {
    const found = await this.users.find(query.q, query);
    request.auditDetails = { people: found.data.map(({ id }) => id) };
    return found.map(foundUserView);
  }

  @GetAction('users/show', {
    ...READ,
    summary: 'One account: profile, reviews, sessions, apps, freeze',
    refusals: ['NOT_FOUND'],
  })
  async show(@Req() request: WireRequest, @Query() { user_id }: ShowUserQuery) {
    const userId = user_id.toLowerCase();
    const file = await this.users.fileOf(userId);
    request.auditDetails = { subject: userId, people: [userId] };
    return userFileView(await this.profiles.byId(userId), file);
  }

  @PostAction('users/freeze', {
    ...COMPLIANCE,
    summary: 'Stop an account: sessions end, keys stop, no money goes out',
    refusals: ['INVALID_STATE', 'NOT_FOUND'],
  })
  freeze(@By() caller: UserCaller, @Context() context: RequestContext, @Body() body: UserDecisionDto) {
    const userId = body.user_id.toLowerCase();
    return this.commands.answer(context, new FreezeUser(caller, userId, body.reason), () => ({
      message: 'The account is frozen.',
      user_id: userId,
      frozen: true,
    }));
  }

  @PostAction('users/unfreeze', {
    ...COMPLIANCE,
    summary: 'Let a frozen account work again',
    refusals: ['INVALID_STATE', 'LIMIT_REACHED', 'NOT_FOUND'],
  })
  unfreeze(@Req() request: WireRequest, @Body() body: UserDecisionDto) {
    return this.answerUnfreeze(request, body);
  }

  @PostAction('users/set-freeze-reason', {
    ...COMPLIANCE,
    summary: 'Replace the reason of a freeze',
    refusals: ['INVALID_STATE', 'LIMIT_REACHED', 'NOT_FOUND'],
  })
  setFreezeReason(@Req() request: WireRequest, @Body() body: UserDecisionDto) {
    return this.answerSetFreezeReason(request, body);
  }

  @PostAction('users/set-role', {
    ...ADMIN,
    summary: 'Give an account a staff role, or take it away; its sessions end',
    refusals: ['INVALID_STATE', 'LIMIT_REACHED', 'NOT_FOUND'],
  })
  setRole(@Req() request: WireRequest, @Body() body: SetRoleDto) {
    // Left out by mistake it must not take a role away.
    if (body.role === undefined) throw invalid('role', 'role is required; null takes the role away.');
    return this.answerSetRole(request, body);
  }

  @PostAction('users/reset-2fa', {
    ...ADMIN,
    summary: 'Remove the second factor of a person who lost it; their sessions end',
    refusals: ['INVALID_STATE', 'LIMIT_REACHED', 'NOT_FOUND'],
  })
  resetTwoFactor(@Req() request: WireRequest, @Body() body: UserDecisionDto) {
    return this.answerResetTwoFactor(request, body);
  }

  @PostAction('users/set-legal-hold', {
    ...COMPLIANCE,
    summary: 'Keep the personal data of an account past its time, or no longer',
    proof: 'recent',
    refusals: ['INVALID_STATE', 'LIMIT_REACHED', 'NOT_FOUND'],
  })
  setLegalHold(@Req() request: WireRequest, @Body() body: SetLegalHoldDto) {
    return this.answerSetLegalHold(request, body);
  }
}
