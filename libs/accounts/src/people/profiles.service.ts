import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { minorToText, notFound } from '@app/kernel';
import type { Pool } from 'pg';
import type { User } from './user.aggregate';
import { UserRepository } from './user.repository';

/** Fields of the profile that the user's row does not hold. */
interface Surroundings {
  /** Of the primary wallet, as decimal text. */
  balance: string;
  pinSet: boolean;
  twoFactorEnabled: boolean;
}

export const NEW_ACCOUNT: Surroundings = { balance: '0.00', pinSet: false, twoFactorEnabled: false };

export type UserView = ReturnType<typeof userView>;

/** The contract's `user`. */
export function userView(user: User, { balance, pinSet, twoFactorEnabled }: Surroundings) {
  return {
    id: user.id,
    account_type: user.accountType,
    email: user.email,
    email_verified: user.emailVerifiedAt !== null,
    first_name: user.firstName,
    last_name: user.lastName,
    business_name: user.businessName,
    usertag: user.usertag,
    phone: user.phone,
    phone_verified: user.phoneVerifiedAt !== null,
    country_code: user.countryCode,
    currency: user.currency,
    balance,
    kyc_level: user.kycLevel,
    kyc_status: user.kycStatus,
    kyb_status: user.kybStatus,
    pin_set: pinSet,
    two_factor_enabled: twoFactorEnabled,
    referral_code: user.referralCode,
    created_at: user.createdAt,
  };
}

/** Accounts as their owners see them. */
@Injectable()
export class ProfilesService {
  constructor(
    private readonly users: UserRepository,
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
  ) {}

  async byId(userId: string): Promise<UserView> {
    const user = await this.users.findOneBy({ id: userId });
    if (!user) throw notFound('User');
    return this.profileOf(user);
  }

  async profileOf(user: User): Promise<UserView> {
    const { rows } = await this.pool.query<{
      balance_minor: string | null;
      pin_set: boolean;
      two_factor: boolean;
    }>({
      name: 'profile_surroundings',
      text: `SELECT (SELECT b.balance_minor FROM wallets w JOIN ledger.balances b ON b.account_id = w.id
                      WHERE w.owner_id = $1 AND w.is_primary) AS balance_minor,
                    EXISTS (SELECT 1 FROM transaction_pins WHERE user_id = $1) AS pin_set,
                    EXISTS (SELECT 1 FROM two_factors WHERE id = $1 AND enabled_at IS NOT NULL) AS two_factor`,
      values: [user.id],
    });
    const { balance_minor: balanceMinor, pin_set: pinSet, two_factor: twoFactorEnabled } = rows[0]!;
    return userView(user, { balance: minorToText(BigInt(balanceMinor ?? '0')), pinSet, twoFactorEnabled });
  }
}
