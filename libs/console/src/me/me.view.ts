import type { StaffRole, TeamRole } from '@app/http';
import type { Attention } from './attention.queries';

/** The person signed in, the account that the session acts for, and what both may do on this host. */
export interface MeView {
  user: {
    id: string;
    email: string;
    first_name: string;
    last_name: string;
    email_verified: boolean;
    two_factor_enabled: boolean;
    pin_set: boolean;
  };
  account: {
    id: string;
    name: string;
    account_type: 'personal' | 'business';
    role: TeamRole | 'owner';
  };
  staff_role: StaffRole | null;
  /** `<file>:<action>`, such as `business.php:payments/refund`. On the sandbox host, those of the account's test apps. */
  actions: string[];
  /** What waits for the account and, for staff, what waits for their role, the oldest first. */
  attention: Attention[];
  /** Until when actions that need a recent proof of the second factor are allowed; null: not now. */
  proved_until: Date | null;
  /** Of the account. */
  kyb_status: string;
  /** Apps that are not revoked. */
  modes: { live: AppName[]; test: AppName[] };
}

export interface AppName {
  app_id: string;
  app_name: string;
}
