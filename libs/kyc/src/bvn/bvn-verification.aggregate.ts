import { addSeconds, Aggregate, uuidv7 } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { BvnNotVerified, BvnReviewNeeded, BvnVerified } from './bvn.events';
import { type BvnStatus, bvnStates } from './bvn-verification.states';

/** Longer than a call to the company takes. After it, a verification that has not begun never reached us. */
export const START_SECONDS = 90;
/** How long a person may take to consent, and how long a company that does not answer is asked. */
const CONSENT_SECONDS = 24 * 3600;
const SILENCE_SECONDS = 7 * CONSENT_SECONDS;
const FIRST_PAUSE_SECONDS = 30;
const MAX_PAUSE_SECONDS = 3600;
/** Shortest time between two questions for the person. */
const MIN_PAUSE_SECONDS = 5;

/** Why a verification ended without a verified number; for staff. */
export type BvnRefusal =
  'unknown' | 'declined' | 'names' | 'birth-date' | 'taken' | 'expired' | 'replaced' | 'staff';

const nullable = { nullable: true };

/** One try of an account to verify a Bank Verification Number, of which an account has one open at most. */
@Entity('bvn_verifications')
export class BvnVerification extends Aggregate {
  @PrimaryColumn('uuid') id: string;
  @Column('int') override version: number;
  @Column('uuid', { name: 'user_id' }) userId: string;
  @Column('text') status: BvnStatus;
  @Column('text', { nullable: true }) outcome: string | null = null;
  /** Of the number; removed where it is not verified. */
  @Column('bytea', { name: 'bvn_hmac', ...nullable }) bvnHmac: Buffer | null;
  /** The company's. */
  @Column('text', { nullable: true }) reference: string | null = null;
  /** See `BvnDetails`. */
  @Column('bytea', { name: 'details_ciphertext', ...nullable }) detailsCiphertext: Buffer | null;
  @Column('timestamptz', { name: 'started_at' }) startedAt: Date;
  @Column('timestamptz', { name: 'asked_at', ...nullable }) askedAt: Date | null = null;
  /** When to ask the company for the result, or to give up a start without an answer. */
  @Column('timestamptz', { name: 'ask_at', ...nullable }) askAt: Date | null;
  @Column('timestamptz', { name: 'ended_at', ...nullable }) endedAt: Date | null = null;
  @Column('uuid', { name: 'decided_by', ...nullable }) decidedBy: string | null = null;

  /** Committed before the company is called. */
  static begin(userId: string, bvnHmac: Buffer, now: Date): BvnVerification {
    const verification = new BvnVerification();
    verification.id = uuidv7(now);
    verification.userId = userId;
    verification.status = bvnStates.initial;
    verification.bvnHmac = bvnHmac;
    verification.detailsCiphertext = null;
    verification.startedAt = now;
    verification.askAt = addSeconds(now, START_SECONDS);
    return verification;
  }

  isOfNumber(bvnHmac: Buffer): boolean {
    return this.bvnHmac !== null && this.bvnHmac.equals(bvnHmac);
  }

  /** Whether its process died before the company answered. */
  isLost(now: Date): boolean {
    return this.status === 'starting' && addSeconds(this.startedAt, START_SECONDS) <= now;
  }

  isWorthAsking(now: Date): boolean {
    if (this.status !== 'pending') return false;
    return this.askedAt === null || addSeconds(this.askedAt, MIN_PAUSE_SECONDS) <= now;
  }

  /** The company has taken the order. */
  accept(reference: string, now: Date): void {
    this.status = bvnStates.next(this.status, 'accept');
    this.reference = reference;
    this.askAt = addSeconds(now, FIRST_PAUSE_SECONDS);
  }

  /** The company did not answer the order. */
  fail(now: Date): void {
    this.status = bvnStates.next(this.status, 'fail');
    this.end('no-answer', now);
  }

  /** The company had no result. `isSilent`: it did not answer. */
  askLater(isSilent: boolean, now: Date): void {
    const seconds = (now.getTime() - this.startedAt.getTime()) / 1000;
    if (seconds >= (isSilent ? SILENCE_SECONDS : CONSENT_SECONDS)) return this.refuse('expired', true, now);
    this.askedAt = now;
    this.askAt = addSeconds(now, Math.min(Math.max(seconds, FIRST_PAUSE_SECONDS), MAX_PAUSE_SECONDS));
  }

  /** Staff have to decide. */
  doubt(why: string): void {
    this.status = bvnStates.next(this.status, 'doubt');
    this.outcome = why;
    this.askAt = null;
    const { id: verificationId, userId } = this;
    this.record(new BvnReviewNeeded(verificationId, userId, 'live', { verificationId, userId }));
  }

  verify(isDeferred: boolean, now: Date): void {
    this.status = bvnStates.next(this.status, 'verify');
    this.detailsCiphertext = null;
    this.askAt = null;
    this.endedAt = now;
    const { id: verificationId, userId } = this;
    this.record(new BvnVerified(verificationId, userId, 'live', { verificationId, userId, isDeferred }));
  }

  /** The same number was verified again, with a changed name. */
  replace(now: Date): void {
    this.status = bvnStates.next(this.status, 'replace');
    this.end('replaced', now);
  }

  refuse(outcome: BvnRefusal, isDeferred: boolean, now: Date): void {
    this.status = bvnStates.next(this.status, 'refuse');
    this.end(outcome, now);
    const { id: verificationId, userId } = this;
    this.record(new BvnNotVerified(verificationId, userId, 'live', { verificationId, userId, isDeferred }));
  }

  private end(outcome: string, now: Date): void {
    this.outcome = outcome;
    this.bvnHmac = null;
    this.detailsCiphertext = null;
    this.askAt = null;
    this.endedAt = now;
  }
}
