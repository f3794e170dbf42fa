import { Aggregate, type Currency } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { accountFrozen, emailVerifiedAlready } from '../account.errors';
import {
  AccountReclaimed,
  EmailVerified,
  KycLevelChanged,
  PasswordChanged,
  UserRegistered,
} from '../account.events';

export type AccountType = 'personal' | 'business';
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
  staffRole: string | null;
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
  @Column('text', { name: 'staff_role', nullable: true }) staffRole: string | null = null;
  @Column('text', { name: 'referral_code' }) referralCode: string;
  @Column('uuid', { name: 'referred_by', nullable: true }) referredBy: string | null;
  @Column('timestamptz', { name: 'frozen_at', nullable: true }) frozenAt: Date | null = null;
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

  assertNotFrozen(): void {
    if (this.frozenAt) throw accountFrozen();
  }
}
