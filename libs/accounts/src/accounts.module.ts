import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { VerifiedTokenCache, PinVerifier } from '@app/http';
import { AccountReports } from './security/account-reports.store';
import { BlankClosedAccounts } from './closing/jobs/blank-closed-accounts';
import { ChangeEmailHandler } from './contacts/commands/change-email';
import { ChangePasswordHandler } from './sign-in/commands/change-password';
import { ChangeUsertagHandler } from './people/commands/change-usertag';
import { CloseAccountHandler } from './closing/commands/close-account';
import { SetLegalHoldHandler } from './closing/commands/set-legal-hold';
import { ConfirmEmailHandler } from './contacts/commands/confirm-email';
import { EmailChangeCodes } from './codes/email-change-codes.service';
import { EndOtherSessionsHandler } from './sign-in/commands/end-other-sessions';
import { EndSessionHandler } from './sign-in/commands/end-session';
import { IssuePhoneCodeHandler } from './contacts/commands/issue-phone-code';
import { ClosingBalances } from './closing/closing-balances.service';
import { OpenBusiness } from './closing/open-business.service';
import { PasswordChecks } from './passwords/password-checks.service';
import { PhoneCodes } from './codes/phone-codes.service';
import { PhoneLimits } from './codes/phone-limits.service';
import { ReportAccountHandler } from './security/commands/report-account';
import { UpdateProfileHandler } from './people/commands/update-profile';
import { VerifyPhoneHandler } from './contacts/commands/verify-phone';
import { AccessTokens } from './sessions/access-tokens.service';
import { IssueEmailCodeHandler } from './recovery/commands/issue-email-code';
import { LogInHandler } from './sign-in/commands/log-in';
import { LogInToPayHandler } from './sign-in/commands/log-in-to-pay';
import { LogOutHandler } from './sign-in/commands/log-out';
import { RefreshSessionHandler } from './sign-in/commands/refresh-session';
import { RegisterHandler } from './people/commands/register';
import { RequestPasswordResetHandler } from './recovery/commands/request-password-reset';
import { ResetPasswordHandler } from './recovery/commands/reset-password';
import { SeedUserHandler } from './seeding/commands/seed-user';
import { SetPinHandler } from './pins/commands/set-pin';
import { SetPreferenceHandler } from './people/commands/set-preference';
import { VerifyEmailHandler } from './recovery/commands/verify-email';
import { AccountFreezing } from './freezing/account-freezing.service';
import { FreezeUserHandler } from './freezing/commands/freeze-user';
import { SetFreezeReasonHandler } from './freezing/commands/set-freeze-reason';
import { UnfreezeUserHandler } from './freezing/commands/unfreeze-user';
import { Administrators } from './people/administrators.service';
import { InviteStaffHandler } from './staff/commands/invite-staff';
import { RemoveStaffHandler } from './staff/commands/remove-staff';
import { SetStaffRoleHandler } from './staff/commands/set-staff-role';
import { SetUpStaffHandler } from './staff/commands/set-up-staff';
import { StaffAuthenticators } from './staff/staff-authenticators.service';
import { StaffInvitations } from './staff/staff-invitations.service';
import { StaffRoles } from './staff/staff-roles.service';
import { StaffQueries } from './staff/staff.queries';
import { DeviceTokens } from './sessions/device-tokens.service';
import { KnownClients } from './sessions/known-clients.queries';
import { EmailCodes } from './codes/email-codes.service';
import { SentCodes } from './codes/sent-codes.service';
import { PurgeEmailTokens } from './codes/jobs/purge-email-tokens';
import { PurgeSessions } from './sessions/jobs/purge-sessions';
import { LoginLimit } from './sign-in/login-limit.service';
import { EmailTokens } from './codes/email-tokens.service';
import { PasswordResets } from './recovery/password-resets.service';
import { Passwords } from './passwords/passwords.service';
import { Preferences } from './people/preferences.service';
import { Profiles } from './people/profiles.service';
import { Authenticator } from './sign-in/authenticator.service';
import { SessionCache } from './sessions/session-cache.service';
import { ProvedEmails } from './people/proved-emails.service';
import { Recipients } from './people/recipients.service';
import { MailLimits } from './codes/mail-limits.service';
import { SeedAccounts } from './seeding/seed-accounts.service';
import { Session } from './sessions/session.aggregate';
import { SessionQueries } from './sessions/session.queries';
import { SessionStrategy } from './sessions/session.strategy';
import { Sessions } from './sessions/session.repository';
import { SessionIssuer } from './sessions/session-issuer.service';
import { TransactionPins } from './pins/transaction-pins.service';
import { DisableTwoFactorHandler } from './two-factor/commands/disable-two-factor';
import { EnableTwoFactorHandler } from './two-factor/commands/enable-two-factor';
import { RenewRecoveryCodesHandler } from './two-factor/commands/renew-recovery-codes';
import { ResetTwoFactorHandler } from './two-factor/commands/reset-two-factor';
import { SetUpTwoFactorHandler } from './two-factor/commands/set-up-two-factor';
import { StepUpHandler } from './two-factor/commands/step-up';
import { RecoveryCodes } from './two-factor/recovery-codes.store';
import { TotpSeeds } from './two-factor/totp-seeds.service';
import { TwoFactor } from './two-factor/two-factor.aggregate';
import { TwoFactorCodes } from './two-factor/two-factor-codes.service';
import { TwoFactors } from './two-factor/two-factor.repository';
import { User } from './people/user.aggregate';
import { UserDirectory } from './people/user-directory.queries';
import { Users } from './people/user.repository';
import { Usertags } from './people/usertags.service';

const handlers = [
  ChangeEmailHandler,
  ChangePasswordHandler,
  ChangeUsertagHandler,
  CloseAccountHandler,
  ConfirmEmailHandler,
  EndOtherSessionsHandler,
  EndSessionHandler,
  IssuePhoneCodeHandler,
  ReportAccountHandler,
  UpdateProfileHandler,
  VerifyPhoneHandler,
  FreezeUserHandler,
  InviteStaffHandler,
  RemoveStaffHandler,
  SetLegalHoldHandler,
  SetStaffRoleHandler,
  SetUpStaffHandler,
  SetFreezeReasonHandler,
  UnfreezeUserHandler,
  IssueEmailCodeHandler,
  LogInHandler,
  LogInToPayHandler,
  LogOutHandler,
  RefreshSessionHandler,
  RegisterHandler,
  SeedUserHandler,
  RequestPasswordResetHandler,
  ResetPasswordHandler,
  SetPinHandler,
  SetPreferenceHandler,
  VerifyEmailHandler,
  SetUpTwoFactorHandler,
  EnableTwoFactorHandler,
  DisableTwoFactorHandler,
  RenewRecoveryCodesHandler,
  ResetTwoFactorHandler,
  StepUpHandler,
];

/** Accounts, sessions, PINs and second factors. Global, because the request guard of every host needs the caller and checks the PIN. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([User, Session, TwoFactor])],
  providers: [
    ...handlers,
    Users,
    Usertags,
    Sessions,
    TwoFactors,
    TwoFactorCodes,
    TotpSeeds,
    RecoveryCodes,
    Passwords,
    AccessTokens,
    SessionIssuer,
    DeviceTokens,
    KnownClients,
    Profiles,
    LoginLimit,
    SessionStrategy,
    SessionQueries,
    TransactionPins,
    UserDirectory,
    SeedAccounts,
    PurgeSessions,
    EmailCodes,
    SentCodes,
    PasswordResets,
    EmailTokens,
    Preferences,
    MailLimits,
    PurgeEmailTokens,
    Authenticator,
    SessionCache,
    ProvedEmails,
    Recipients,
    AccountReports,
    BlankClosedAccounts,
    ClosingBalances,
    OpenBusiness,
    PasswordChecks,
    EmailChangeCodes,
    PhoneCodes,
    PhoneLimits,
    AccountFreezing,
    Administrators,
    StaffAuthenticators,
    StaffInvitations,
    StaffRoles,
    StaffQueries,
    { provide: PinVerifier, useExisting: TransactionPins },
    { provide: VerifiedTokenCache, useExisting: SessionStrategy },
  ],
  exports: [
    Users,
    Sessions,
    PinVerifier,
    VerifiedTokenCache,
    Profiles,
    LoginLimit,
    UserDirectory,
    SeedAccounts,
    EmailCodes,
    EmailTokens,
    Preferences,
    MailLimits,
    ProvedEmails,
    Recipients,
    EmailChangeCodes,
    OpenBusiness,
    PhoneCodes,
    SessionQueries,
    AccountFreezing,
    StaffAuthenticators,
    StaffInvitations,
    StaffQueries,
  ],
})
export class AccountsModule {}
