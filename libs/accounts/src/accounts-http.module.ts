import { type DynamicModule, Module } from '@nestjs/common';
import { AccountsModule } from './accounts.module';
import { BrandController } from './brands/brand.controller';
import { AuthController } from './sign-in/auth.controller';
import { CloseAccountController } from './closing/close-account.controller';
import { ContactsController } from './contacts/contacts.controller';
import { ProfileController } from './people/profile.controller';
import { SettingsController } from './people/settings.controller';
import { UsertagController } from './people/usertag.controller';
import { EmailTokensController } from './recovery/email-tokens.controller';
import { ResetPageController } from './recovery/reset-page.controller';
import { NotMePageController } from './security/not-me-page.controller';
import { NotMeController } from './security/not-me.controller';
import { OpenSessionsController } from './sign-in/open-sessions.controller';
import { StaffSetUpPageController } from './staff/staff-set-up-page.controller';
import { StaffController } from './staff/staff.controller';
import { OwnAccountsController } from './team/own-accounts.controller';
import { TeamController } from './team/team.controller';
import { TwoFactorController } from './two-factor/two-factor.controller';

const COMMON = [
  AuthController,
  TwoFactorController,
  EmailTokensController,
  SettingsController,
  ProfileController,
  UsertagController,
  ContactsController,
  OpenSessionsController,
  CloseAccountController,
  NotMeController,
];
const CONTROLLERS = {
  business: [
    ...COMMON,
    BrandController,
    OwnAccountsController,
    TeamController,
    StaffController,
    StaffSetUpPageController,
  ],
  app: [...COMMON, NotMePageController, ResetPageController],
};

/** The actions of people on their accounts, and those of staff on staff. */
@Module({ imports: [AccountsModule] })
export class AccountsHttpModule {
  static for(host: keyof typeof CONTROLLERS): DynamicModule {
    return { module: AccountsHttpModule, controllers: CONTROLLERS[host] };
  }
}
