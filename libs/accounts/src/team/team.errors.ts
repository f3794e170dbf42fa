import type { TeamRole } from '@app/http';
import { DomainError, invalid, invalidState } from '@app/kernel';

const forbidden = (message: string) => new DomainError('forbidden', 'FORBIDDEN', message);
const limitReached = (message: string) =>
  new DomainError('invalid', 'LIMIT_REACHED', message, {}, { decidedOnState: true });

export const teamNeedsKyb = () =>
  new DomainError('forbidden', 'KYB_REQUIRED', 'A team needs an approved business verification (KYB).');
export const adminsAreTheOwners = () =>
  forbidden('Only the owner of the account gives, changes or removes the role admin.');
export const ownRole = () =>
  forbidden('You cannot change or remove your own role; team.php?action=leave ends your membership.');
export const noLongerMember = () => forbidden('You are not a member of this team any more.');
export const otherAddress = () =>
  forbidden('This invitation is for another e-mail address than the proved one of your account.');

/** The same for an unknown, a used, a revoked and an expired token. */
export const invalidTeamInvitation = () =>
  invalid('token', 'This invitation is wrong, used, revoked or too old; ask for a new one.');
export const ownAddress = () => invalid('email', 'This is the address of the account itself.');
export const accountToLeave = () =>
  invalid('account_id', 'Name the account to leave, or send this in a session that acts for it.');

export const memberAlready = () => invalidState('This person is a member of the team already.');
export const staffInTeam = () => invalidState('Staff cannot be members of a team.');
export const sameTeamRole = (role: TeamRole) => invalidState(`The member has the role ${role} already.`);

export const tooManyMembers = (max: number) => limitReached(`A team has at most ${max} members.`);
export const tooManyMemberships = (max: number) =>
  limitReached(`A person is a member of at most ${max} teams; leave one first.`);
export const tooManyInvitations = (max: number) =>
  limitReached(`At most ${max} invitations can be open at once; revoke one first.`);
export const tooManyInvitationMails = (max: number) =>
  limitReached(`At most ${max} invitations are mailed in 24 hours.`);
export const invitedToday = () =>
  limitReached('An invitation was mailed to this address in the last 24 hours.');
