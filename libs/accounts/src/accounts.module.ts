import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PicturesService } from '@app/pages';
import { Brand } from './brands/brand.aggregate';
import { BrandQueries } from './brands/brand.queries';
import { BrandRepository } from './brands/brand.repository';
import { ConfirmSupportEmailHandler } from './brands/commands/confirm-support-email';
import { DecideBrandNameHandler } from './brands/commands/decide-brand-name';
import { RemoveLogoHandler } from './brands/commands/remove-logo';
import { SetLogoHandler } from './brands/commands/set-logo';
import { UpdateBrandHandler } from './brands/commands/update-brand';
import { UploadLogo } from './brands/flows/upload-logo';
import { OwnBrandService } from './brands/own-brand.service';
import { SeedBrandService } from './brands/seed-brand.service';
import { SupportEmailCodesService } from './brands/support-email-codes.service';
import { ActivityLog, VerifiedTokenCache, PinVerifier } from '@app/http';
import { AccountReportsStore } from './security/account-reports.store';
import { BlankClosedAccounts } from './closing/jobs/blank-closed-accounts';
import { ChangeEmailHandler } from './contacts/commands/change-email';
import { ChangePasswordHandler } from './sign-in/commands/change-password';
import { ChangeUsertagHandler } from './people/commands/change-usertag';
import { CloseAccountHandler } from './closing/commands/close-account';
import { SetLegalHoldHandler } from './closing/commands/set-legal-hold';
import { ConfirmEmailHandler } from './contacts/commands/confirm-email';
import { EmailChangeCodesService } from './codes/email-change-codes.service';
import { EndOtherSessionsHandler } from './sign-in/commands/end-other-sessions';
import { EndSessionHandler } from './sign-in/commands/end-session';
import { IssuePhoneCodeHandler } from './contacts/commands/issue-phone-code';
import { ClosingBalancesService } from './closing/closing-balances.service';
import { OpenBusinessService } from './closing/open-business.service';
import { PasswordChecksService } from './passwords/password-checks.service';
import { PhoneCodesService } from './codes/phone-codes.service';
import { PhoneLimitsService } from './codes/phone-limits.service';
import { ReportAccountHandler } from './security/commands/report-account';
import { UpdateProfileHandler } from './people/commands/update-profile';
import { VerifyPhoneHandler } from './contacts/commands/verify-phone';
import { AccessTokensService } from './sessions/access-tokens.service';
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
import { AccountFreezingService } from './freezing/account-freezing.service';
import { FreezeUserHandler } from './freezing/commands/freeze-user';
import { SetFreezeReasonHandler } from './freezing/commands/set-freeze-reason';
import { UnfreezeUserHandler } from './freezing/commands/unfreeze-user';
import { AdministratorsService } from './people/administrators.service';
import { InviteStaffHandler } from './staff/commands/invite-staff';
import { RemoveStaffHandler } from './staff/commands/remove-staff';
import { SetStaffRoleHandler } from './staff/commands/set-staff-role';
import { SetUpStaffHandler } from './staff/commands/set-up-staff';
import { StaffAuthenticatorsService } from './staff/staff-authenticators.service';
import { StaffInvitationsService } from './staff/staff-invitations.service';
import { StaffRolesService } from './staff/staff-roles.service';
import { StaffQueries } from './staff/staff.queries';
import { DeviceTokensService } from './sessions/device-tokens.service';
import { KnownClientsQueries } from './sessions/known-clients.queries';
import { EmailCodesService } from './codes/email-codes.service';
import { SentCodesService } from './codes/sent-codes.service';
import { PurgeEmailTokens } from './codes/jobs/purge-email-tokens';
import { PurgeSessions } from './sessions/jobs/purge-sessions';
import { LoginLimitService } from './sign-in/login-limit.service';
import { EmailTokensService } from './codes/email-tokens.service';
import { PasswordResetsService } from './recovery/password-resets.service';
import { PasswordsService } from './passwords/passwords.service';
import { PreferencesService } from './people/preferences.service';
import { ProfilesService } from './people/profiles.service';
import { AuthenticatorService } from './sign-in/authenticator.service';
import { SessionCacheService } from './sessions/session-cache.service';
import { ProvedEmailsService } from './people/proved-emails.service';
import { RecipientsService } from './people/recipients.service';
import { MailLimitsService } from './codes/mail-limits.service';
import { SeedAccountsService } from './seeding/seed-accounts.service';
import { Session } from './sessions/session.aggregate';
import { SessionQueries } from './sessions/session.queries';
import { SessionStrategy } from './sessions/session.strategy';
import { SessionRepository } from './sessions/session.repository';
import { SessionIssuerService } from './sessions/session-issuer.service';
import { TransactionPinsService } from './pins/transaction-pins.service';
import { AccountActivityStore } from './team/account-activity.store';
import { AcceptInvitationHandler } from './team/commands/accept-invitation';
import { DeclineInvitationHandler } from './team/commands/decline-invitation';
import { InviteMemberHandler } from './team/commands/invite-member';
import { LeaveTeamHandler } from './team/commands/leave-team';
import { RemoveMemberHandler } from './team/commands/remove-member';
import { RevokeInvitationHandler } from './team/commands/revoke-invitation';
import { SetMemberRoleHandler } from './team/commands/set-member-role';
import { SwitchAccountHandler } from './team/commands/switch-account';
import { PurgeTeamRecords } from './team/jobs/purge-team-records';
import { EndTeamOfClosedAccount } from './team/listeners/end-team-of-closed-account';
import { AccountChoiceService } from './team/account-choice.service';
import { TeamAuthorityService } from './team/team-authority.service';
import { TeamInvitationsStore } from './team/team-invitations.store';
import { TeamMembersStore } from './team/team-members.store';
import { TeamQueries } from './team/team.queries';
import { DisableTwoFactorHandler } from './two-factor/commands/disable-two-factor';
import { EnableTwoFactorHandler } from './two-factor/commands/enable-two-factor';
import { RenewRecoveryCodesHandler } from './two-factor/commands/renew-recovery-codes';
import { ResetTwoFactorHandler } from './two-factor/commands/reset-two-factor';
import { SetUpTwoFactorHandler } from './two-factor/commands/set-up-two-factor';
import { StepUpHandler } from './two-factor/commands/step-up';
import { RecoveryCodesStore } from './two-factor/recovery-codes.store';
import { TotpSeedsService } from './two-factor/totp-seeds.service';
import { TwoFactor } from './two-factor/two-factor.aggregate';
import { TwoFactorCodesService } from './two-factor/two-factor-codes.service';
import { TwoFactorRepository } from './two-factor/two-factor.repository';
import { User } from './people/user.aggregate';
import { UserDirectoryQueries } from './people/user-directory.queries';
import { UserRepository } from './people/user.repository';
import { UsertagsService } from './people/usertags.service';

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
  ConfirmSupportEmailHandler,
  DecideBrandNameHandler,
  RemoveLogoHandler,
  SetLogoHandler,
  UpdateBrandHandler,
  AcceptInvitationHandler,
  DeclineInvitationHandler,
  InviteMemberHandler,
  LeaveTeamHandler,
  RemoveMemberHandler,
  RevokeInvitationHandler,
  SetMemberRoleHandler,
  SwitchAccountHandler,
];

/** Accounts, sessions, PINs and second factors. Global, because the request guard of every host needs the caller and checks the PIN. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([User, Session, TwoFactor, Brand])],
  providers: [
    ...handlers,
    UserRepository,
    UsertagsService,
    SessionRepository,
    TwoFactorRepository,
    TwoFactorCodesService,
    TotpSeedsService,
    RecoveryCodesStore,
    PasswordsService,
    AccessTokensService,
    SessionIssuerService,
    DeviceTokensService,
    KnownClientsQueries,
    ProfilesService,
    LoginLimitService,
    SessionStrategy,
    SessionQueries,
    TransactionPinsService,
    UserDirectoryQueries,
    SeedAccountsService,
    PurgeSessions,
    EmailCodesService,
    SentCodesService,
    PasswordResetsService,
    EmailTokensService,
    PreferencesService,
    MailLimitsService,
    PurgeEmailTokens,
    AuthenticatorService,
    SessionCacheService,
    ProvedEmailsService,
    RecipientsService,
    AccountReportsStore,
    BlankClosedAccounts,
    ClosingBalancesService,
    OpenBusinessService,
    PasswordChecksService,
    EmailChangeCodesService,
    PhoneCodesService,
    PhoneLimitsService,
    AccountFreezingService,
    AdministratorsService,
    StaffAuthenticatorsService,
    StaffInvitationsService,
    StaffRolesService,
    StaffQueries,
    BrandRepository,
    BrandQueries,
    OwnBrandService,
    SupportEmailCodesService,
    UploadLogo,
    SeedBrandService,
    PicturesService,
    TeamMembersStore,
    TeamInvitationsStore,
    AccountChoiceService,
    TeamAuthorityService,
    TeamQueries,
    AccountActivityStore,
    EndTeamOfClosedAccount,
    PurgeTeamRecords,
    { provide: ActivityLog, useExisting: AccountActivityStore },
    { provide: PinVerifier, useExisting: TransactionPinsService },
    { provide: VerifiedTokenCache, useExisting: SessionStrategy },
  ],
  exports: [
    AccessTokensService,
    AccountChoiceService,
    ActivityLog,
    AuthenticatorService,
    DeviceTokensService,
    SessionIssuerService,
    AccountActivityStore,
    TeamInvitationsStore,
    TeamQueries,
    UserRepository,
    SessionRepository,
    PinVerifier,
    VerifiedTokenCache,
    ProfilesService,
    LoginLimitService,
    UserDirectoryQueries,
    SeedAccountsService,
    EmailCodesService,
    EmailTokensService,
    PreferencesService,
    MailLimitsService,
    ProvedEmailsService,
    RecipientsService,
    EmailChangeCodesService,
    OpenBusinessService,
    PhoneCodesService,
    SessionQueries,
    AccountFreezingService,
    StaffAuthenticatorsService,
    StaffInvitationsService,
    StaffQueries,
    BrandRepository,
    BrandQueries,
    OwnBrandService,
    SupportEmailCodesService,
    UploadLogo,
    SeedBrandService,
  ],
})
export class AccountsModule {}
