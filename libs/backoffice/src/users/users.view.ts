import type { UserView } from '@app/accounts';
import type { FoundUser, UserFile } from './users.queries';

export function foundUserView(user: FoundUser) {
  return {
    id: user.id,
    email: user.email,
    usertag: user.usertag,
    name: user.name,
    account_type: user.accountType,
    staff_role: user.staffRole,
    frozen: user.frozen,
    created_at: user.createdAt,
  };
}

export function userFileView(profile: UserView, file: UserFile) {
  return {
    user: profile,
    phone_verified: file.phoneVerified,
    staff_role: file.staffRole,
    invited_as: file.invitedAs,
    open_sessions: file.sessions,
    last_used_at: file.lastUsedAt,
    apps: { live: file.liveApps, test: file.testApps },
    legal_hold: file.legalHold,
    frozen: file.frozenAt && {
      at: file.frozenAt,
      reason: file.frozenReason,
      by: file.frozenBy,
    },
  };
}
