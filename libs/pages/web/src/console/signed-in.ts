import { signal } from '@preact/signals';
import type { Mode } from './mode';

export interface Attention {
  kind: string;
  count: number;
  oldest_at: string;
}

export interface Me {
  user: {
    id: string;
    email: string;
    first_name: string;
    last_name: string;
    email_verified: boolean;
    two_factor_enabled: boolean;
    pin_set: boolean;
  };
  account: { id: string; name: string; account_type: 'personal' | 'business'; role: string };
  staff_role: string | null;
  /** Names of the actions that this person may call. */
  actions: string[];
  attention: Attention[];
  proved_until: string | null;
  kyb_status: 'none' | 'pending' | 'approved' | 'rejected';
  /** Apps that are not revoked. */
  modes: Record<Mode, { app_id: string; app_name: string }[]>;
}

/** Who is signed in; null before the first answer. */
export const me = signal<Me | null>(null);
