import { Aggregate, type Currency } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import {
  accountClosed,
  accountFrozen,
  emailVerifiedAlready,
  frozenAlready,
  notFrozen,
  phoneVerifiedAlready,
} from '../common/account.errors';
import {
  AccountClosed,
  AccountReclaimed,
  EmailChanged,
  EmailVerified,
  KycLevelChanged,
  PasswordChanged,
  PhoneChanged,
  PhoneVerified,
  ProfileNameChanged,
  StaffRoleChanged,
  UserFrozen,
  UserRegistered,
  UsertagChanged,
  UserUnfrozen,
} from '../common/account.events';

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

/** What a person changes about themselves. Absent: unchanged; a phone of null is removed. */
export interface ProfileChange {
  firstName?: string;
  lastName?: string;
  /** E.164. */
  phone?: string | null;
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
  @Column('timestamptz', { name: 'bvn_verified_at', nullable: true }) bvnVerifiedAt: Date | null = null;
  @Column('text', { name: 'staff_role', nullable: true }) staffRole: StaffRole = null;
  @Column('text', { name: 'referral_code' }) referralCode: string;
  @Column('uuid', { name: 'referred_by', nullable: true }) referredBy: string | null;
  @Column('timestamptz', { name: 'frozen_at', nullable: true }) frozenAt: Date | null = null;
  /** A closed account is frozen too, and stays so. */
  @Column('timestamptz', { name: 'closed_at', nullable: true }) closedAt: Date | null = null;
  /** For staff; never shown to the account's owner. */
  @Column('text', { name: 'frozen_reason', nullable: true }) frozenReason: string | null = null;
  /** The staff member; null: the owner themselves, with a mailed link. */
  @Column('uuid', { name: 'frozen_by', nullable: true }) frozenBy: string | null = null;
  /** The personal data of the account is kept past its time. */
  @Column('boolean', { name: 'legal_hold' }) legalHold = false;
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

  /** Replaces the address by one that its owner has proved. */
  changeEmail(email: string, now: Date): void {
    const { id: userId, email: from, emailVerifiedAt } = this;
    this.email = email;
    this.emailVerifiedAt = now;
    const data = { userId, from, fromVerified: emailVerifiedAt !== null, to: email };
    this.record(new EmailChanged(userId, userId, 'live', data));
  }

  changeUsertag(usertag: string): void {
    const { id: userId, usertag: from } = this;
    this.usertag = usertag;
    this.record(new UsertagChanged(userId, userId, 'live', { userId, from, to: usertag }));
  }

  /** Returns whether the phone number changed. A new number is unproved; a new name of a verified person is reviewed. */
  changeProfile({ firstName = this.firstName, lastName = this.lastName, phone }: ProfileChange): boolean {
    const { id: userId } = this;
    const from = { firstName: this.firstName, lastName: this.lastName };
    const isRenamed = firstName !== from.firstName || lastName !== from.lastName;
    this.firstName = firstName;
    this.lastName = lastName;
    if (isRenamed)
      this.record(
        new ProfileNameChanged(userId, userId, 'live', { userId, from, to: { firstName, lastName } }),
      );
    if (phone === undefined || phone === this.phone) return false;
    this.phone = phone;
    this.phoneVerifiedAt = null;
    this.record(new PhoneChanged(userId, userId, 'live', { userId }));
    return true;
  }

  /** Gives the account the name that was reviewed last. */
  restoreName({ firstName, lastName }: { firstName: string; lastName: string }): void {
    this.firstName = firstName;
    this.lastName = lastName;
  }

  /** The user has proven that the phone number is their own. */
  verifyPhone(now: Date): void {
    if (this.phoneVerifiedAt) throw phoneVerifiedAlready();
    this.phoneVerifiedAt = now;
    this.record(new PhoneVerified(this.id, this.id, 'live', { userId: this.id }));
  }

  /** Ends the account for good. The caller has made sure that it holds nothing. */
  close(now: Date): void {
    this.closedAt = now;
    this.frozenAt ??= now;
    this.frozenReason ??= 'closed by the owner';
    this.record(new AccountClosed(this.id, this.id, 'live', { userId: this.id, at: now.toISOString() }));
  }

  /** The owner of the address, which was not proved before, takes the account over. Its balance stays. */
  reclaim(now: Date): void {
    this.verifyEmail(now);
    this.phone = null;
    this.phoneVerifiedAt = null;
    this.record(new AccountReclaimed(this.id, this.id, 'live', { userId: this.id }));
  }

  changePassword(passwordHash: string): void {
    this.passwordHash = passwordHash;
    this.record(new PasswordChanged(this.id, this.id, 'live', { userId: this.id }));
  }

  /** Keeps what the documents and checks of this person amount to; called in the commit that changes one of them. */
  setKyc(level: number, status: ReviewStatus): void {
    const from = this.kycLevel;
    this.kycLevel = level;
    this.kycStatus = status;
    if (level === from) return;
    this.record(new KycLevelChanged(this.id, this.id, 'live', { userId: this.id, from, to: level }));
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
    this.record(new UserFrozen(this.id, this.id, 'live', { userId: this.id, byOwner: staffId === null }));
  }

  /** Replaces the reason of a freeze. Throws INVALID_STATE if it is not frozen, and FORBIDDEN if it is closed. */
  setFreezeReason(reason: string): void {
    this.assertFrozen();
    this.frozenReason = reason;
  }

  /** Throws INVALID_STATE if it is not frozen, and FORBIDDEN if it is closed. */
  unfreeze(): void {
    this.assertFrozen();
    const frozenAt = this.frozenAt!.toISOString();
    this.frozenAt = null;
    this.frozenReason = null;
    this.frozenBy = null;
    this.record(new UserUnfrozen(this.id, this.id, 'live', { userId: this.id, frozenAt }));
  }

  /** Null removes the role. The caller ends the sessions. */
  setStaffRole(role: StaffRole): void {
    const before = this.staffRole;
    this.staffRole = role;
    if (before === role) return;
    this.record(new StaffRoleChanged(this.id, this.id, 'live', { userId: this.id, before, after: role }));
  }

  assertNotFrozen(): void {
    if (this.closedAt) throw accountClosed();
    if (this.frozenAt) throw accountFrozen();
  }

  private assertFrozen(): void {
    if (this.closedAt) throw accountClosed();
    if (!this.frozenAt) throw notFrozen();
  }
}
