import { Aggregate, type Currency } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { accountFrozen, emailVerifiedAlready, frozenAlready, notFrozen } from '../account.errors';
import {
  AccountReclaimed,
  EmailVerified,
  PasswordChanged,
  StaffRoleChanged,
  UserFrozen,
  UserRegistered,
  UserUnfrozen,
} from '../account.events';

export type AccountType = 'personal' | 'business';
/** Null: no role. */
type StaffRole = StaffRoleChanged['data']['after'];
export type ReviewStatus = 'none' | 'pending' | 'approved' | 'rejected';

export interface NewUser {
  id: string;
  accountType: AccountType;
  email: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  businessName: string | null;
  usertag: string;
  phone: string | null;
  countryCode: string;
  currency: Currency;
  referralCode: string;
  referredBy: string | null;
}

export interface SeededReviews {
  kycLevel: number;
  kybStatus: ReviewStatus;
  staffRole: StaffRole;
}

/** A person or a business with an account. */
@Entity('users')
export class User extends Aggregate {
  @PrimaryColumn('uuid') id: string;
  @Column('int') override version: number;
  @Column('text', { name: 'account_type' }) accountType: AccountType;
  @Column('text') email: string;
  @Column('timestamptz', { name: 'email_verified_at', nullable: true }) emailVerifiedAt: Date | null = null;
  @Column('text', { name: 'password_hash' }) passwordHash: string;
  @Column('text', { name: 'first_name' }) firstName: string;
  @Column('text', { name: 'last_name' }) lastName: string;
  @Column('text', { name: 'business_name', nullable: true }) businessName: string | null;
  @Column('text') usertag: string;
  /** E.164. Without `phoneVerifiedAt` it is the user's unproven claim. */
  @Column('text', { nullable: true }) phone: string | null;
  @Column('timestamptz', { name: 'phone_verified_at', nullable: true }) phoneVerifiedAt: Date | null = null;
  @Column('text', { name: 'country_code' }) countryCode: string;
  @Column('text') currency: Currency;
  @Column('int', { name: 'kyc_level' }) kycLevel = 0;
  @Column('text', { name: 'kyc_status' }) kycStatus: ReviewStatus = 'none';
  @Column('text', { name: 'kyb_status' }) kybStatus: ReviewStatus = 'none';
  @Column('text', { name: 'staff_role', nullable: true }) staffRole: StaffRole = null;
  @Column('text', { name: 'referral_code' }) referralCode: string;
  @Column('uuid', { name: 'referred_by', nullable: true }) referredBy: string | null;
  @Column('timestamptz', { name: 'frozen_at', nullable: true }) frozenAt: Date | null = null;
  /** For staff; never shown to the account's owner. */
  @Column('text', { name: 'frozen_reason', nullable: true }) frozenReason: string | null = null;
  /** The staff member; null: the owner themselves, with a mailed link. */
  @Column('uuid', { name: 'frozen_by', nullable: true }) frozenBy: string | null = null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;

  /** TypeORM passes no fields and sets them itself. */
  constructor(fields?: NewUser & { createdAt: Date }) {
    super();
    if (!fields) return;
    this.id = fields.id;
    this.accountType = fields.accountType;
    this.email = fields.email;
    this.passwordHash = fields.passwordHash;
    this.firstName = fields.firstName;
    this.lastName = fields.lastName;
    this.businessName = fields.businessName;
    this.usertag = fields.usertag;
    this.phone = fields.phone;
    this.countryCode = fields.countryCode;
    this.currency = fields.currency;
    this.referralCode = fields.referralCode;
    this.referredBy = fields.referredBy;
    this.createdAt = fields.createdAt;
  }

  static register(details: NewUser, now: Date): User {
    const user = new User({ ...details, createdAt: now });
    const { id: userId, email, currency, accountType } = user;
    user.record(new UserRegistered(userId, userId, 'live', { userId, email, currency, accountType }));
    return user;
  }

  /** The user has proven that the address is their own. */
  verifyEmail(now: Date): void {
    if (this.emailVerifiedAt) throw emailVerifiedAlready();
    this.emailVerifiedAt = now;
    this.record(new EmailVerified(this.id, this.id, 'live', { userId: this.id, email: this.email }));
  }

  /** The owner of the address, which was not proved before, takes the account over. Its balance stays. */
  reclaim(now: Date): void {
    this.verifyEmail(now);
    this.phone = null;
    this.record(new AccountReclaimed(this.id, this.id, 'live', { userId: this.id }));
  }

  changePassword(passwordHash: string): void {
    this.passwordHash = passwordHash;
    this.record(new PasswordChanged(this.id, this.id, 'live', { userId: this.id }));
  }

  /** For accounts of demonstrations and tests: counts as proven what a user would prove step by step. */
  seedAsVerified(reviews: SeededReviews, now: Date): void {
    this.emailVerifiedAt = now;
    this.phoneVerifiedAt = this.phone === null ? null : now;
    this.kycLevel = reviews.kycLevel;
    this.kycStatus = reviews.kycLevel > 0 ? 'approved' : 'none';
    this.kybStatus = reviews.kybStatus;
    this.staffRole = reviews.staffRole;
  }

  /**
   * Stops the account: no sign-in, no keys, no money out. Money still arrives, and what was agreed before ends. The
   * caller ends the sessions. CONFLICT if it is frozen already.
   */
  freeze(reason: string, now: Date, staffId: string | null = null): void {
    if (this.frozenAt) throw frozenAlready();
    this.frozenAt = now;
    this.frozenReason = reason;
    this.frozenBy = staffId;
    this.record(new UserFrozen(this.id, this.id, 'live', { userId: this.id }));
  }

  /** CONFLICT if it is not frozen. */
  unfreeze(): void {
    if (!this.frozenAt) throw notFrozen();
    this.frozenAt = null;
    this.frozenReason = null;
    this.frozenBy = null;
    this.record(new UserUnfrozen(this.id, this.id, 'live', { userId: this.id }));
  }

  /** Null removes the role. The caller ends the sessions. */
  setStaffRole(role: StaffRole): void {
    const before = this.staffRole;
    this.staffRole = role;
    if (before === role) return;
    this.record(new StaffRoleChanged(this.id, this.id, 'live', { userId: this.id, before, after: role }));
  }

  assertNotFrozen(): void {
    if (this.frozenAt) throw accountFrozen();
  }
}
