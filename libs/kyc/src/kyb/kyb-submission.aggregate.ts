import { addSeconds, Aggregate, uuidv7 } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { type KybSubmissionStatus, kybStates } from './kyb-submission.states';

/** How long others see that a reviewer is at work. */
const CLAIM_SECONDS = 15 * 60;

const nullable = { nullable: true };

/** What a new submission is known by besides its sealed details. */
export interface NewKybSubmission {
  userId: string;
  countryCode: string;
  contentHmac: Buffer;
  registrationHmac: Buffer;
}

export interface KybRejection {
  /** For the business. */
  reason: string;
  /** For staff. */
  staffNote: string | null;
  isFinal: boolean;
}

/** What a business submitted for its verification, and the decision of staff. */
@Entity('kyb_submissions')
export class KybSubmission extends Aggregate {
  @PrimaryColumn('uuid') id: string;
  @Column('int') override version: number;
  @Column('uuid', { name: 'user_id' }) userId: string;
  @Column('text') status: KybSubmissionStatus;
  @Column('text', { name: 'country_code' }) countryCode: string;
  /** See `KybDetails`; null when they are erased. */
  @Column('bytea', { name: 'details_ciphertext', ...nullable }) detailsCiphertext: Buffer | null;
  @Column('bytea', { name: 'content_hmac' }) contentHmac: Buffer;
  @Column('bytea', { name: 'registration_hmac' }) registrationHmac: Buffer;
  @Column('timestamptz', { name: 'submitted_at' }) submittedAt: Date;
  @Column('uuid', { name: 'claimed_by', ...nullable }) claimedBy: string | null = null;
  @Column('timestamptz', { name: 'claimed_until', ...nullable }) claimedUntil: Date | null = null;
  @Column('uuid', { name: 'decided_by', ...nullable }) decidedBy: string | null = null;
  @Column('timestamptz', { name: 'decided_at', ...nullable }) decidedAt: Date | null = null;
  @Column('text', { nullable: true }) reason: string | null = null;
  @Column('text', { name: 'staff_note', ...nullable }) staffNote: string | null = null;
  @Column('boolean', { name: 'is_final' }) isFinal = false;

  static submit(given: NewKybSubmission, now: Date): KybSubmission {
    const submission = new KybSubmission();
    submission.id = uuidv7(now);
    submission.userId = given.userId;
    submission.status = kybStates.initial;
    submission.countryCode = given.countryCode;
    submission.contentHmac = given.contentHmac;
    submission.registrationHmac = given.registrationHmac;
    submission.detailsCiphertext = null;
    submission.submittedAt = now;
    return submission;
  }

  /** A newer one takes its place. */
  withdraw(now: Date): void {
    this.decide('withdraw', null, now);
  }

  /** Whether another member of staff has claimed it. */
  isClaimedByOther(staffId: string, now: Date): boolean {
    return this.claimedBy !== null && this.claimedBy !== staffId && this.claimedUntil! > now;
  }

  claim(staffId: string, now: Date): void {
    this.claimedBy = staffId;
    this.claimedUntil = addSeconds(now, CLAIM_SECONDS);
  }

  approve(staffId: string, now: Date): void {
    this.decide('approve', staffId, now);
  }

  reject(staffId: string, { reason, staffNote, isFinal }: KybRejection, now: Date): void {
    this.decide('reject', staffId, now);
    this.reason = reason;
    this.staffNote = staffNote;
    this.isFinal = isFinal;
  }

  revoke(staffId: string, reason: string, now: Date): void {
    this.decide('revoke', staffId, now);
    this.reason = reason;
  }

  /** The business may submit again. */
  reopen(): void {
    this.isFinal = false;
  }

  private decide(verb: Parameters<typeof kybStates.next>[1], staffId: string | null, now: Date): void {
    this.status = kybStates.next(this.status, verb);
    this.decidedBy = staffId;
    this.decidedAt = now;
    this.claimedBy = null;
    this.claimedUntil = null;
  }
}
