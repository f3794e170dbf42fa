import { Aggregate } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DocType, Tier } from '../levels/document-types.policy';
import { alreadyDecided, notFinal } from './document.errors';
import { DocumentApproved, DocumentExpired, DocumentExpiring, DocumentRejected } from './document.events';
import { documentStates, type DocumentStatus } from './document.states';

const nullable = { nullable: true };
const CLAIM_MS = 15 * 60_000;

export type NewDocument = Pick<
  KycDocument,
  'id' | 'userId' | 'docType' | 'tier' | 'contentHmac' | 'pictureHmac' | 'pages' | 'hasOriginal' | 'isSmall'
> & { sealedKey: Buffer };

interface Decision {
  reviewerId: string;
  now: Date;
  /** The owner's level after the decision. */
  level: number;
}

/** An uploaded document, from its upload to the end of its retention. Its files are in the document store. */
@Entity('kyc_documents')
export class KycDocument extends Aggregate {
  @PrimaryColumn('uuid') id: string;
  @Column('int') override version = 0;
  @Column('uuid', { name: 'user_id' }) userId: string;
  @Column('text', { name: 'doc_type' }) docType: DocType;
  @Column('smallint') tier: Tier;
  @Column('text') status: DocumentStatus = documentStates.initial;
  @Column('bytea', { name: 'content_hmac' }) contentHmac: Buffer;
  @Column('bytea', { name: 'picture_hmac' }) pictureHmac: Buffer;
  @Column('bytea', { name: 'number_hmac', ...nullable }) numberHmac: Buffer | null = null;
  @Column('smallint') pages: number;
  @Column('boolean', { name: 'has_original' }) hasOriginal: boolean;
  @Column('boolean', { name: 'is_small' }) isSmall: boolean;
  /** The key of the files, sealed by the vault. Null: erased. */
  @Column('bytea', { name: 'sealed_key', ...nullable }) sealedKey: Buffer | null;
  @Column('text', { name: 'reject_reason', ...nullable }) rejectReason: string | null = null;
  @Column('text', { name: 'staff_note', ...nullable }) staffNote: string | null = null;
  @Column('boolean', { name: 'is_final' }) isFinal = false;
  /** `YYYY-MM-DD`, the last day on which it counts. */
  @Column('date', { name: 'expires_on', ...nullable }) expiresOn: string | null = null;
  @Column('timestamptz', { name: 'expired_at', ...nullable }) expiredAt: Date | null = null;
  @Column('smallint', { name: 'notified_days', ...nullable }) notifiedDays: number | null = null;
  @Column('uuid', { name: 'claimed_by', ...nullable }) claimedBy: string | null = null;
  @Column('timestamptz', { name: 'claimed_until', ...nullable }) claimedUntil: Date | null = null;
  @Column('timestamptz', { name: 'uploaded_at' }) uploadedAt: Date;
  @Column('uuid', { name: 'reviewed_by', ...nullable }) reviewedBy: string | null = null;
  @Column('timestamptz', { name: 'reviewed_at', ...nullable }) reviewedAt: Date | null = null;
  @Column('timestamptz', { name: 'ended_at', ...nullable }) endedAt: Date | null = null;
  @Column('timestamptz', { name: 'erased_at', ...nullable }) erasedAt: Date | null = null;

  /** TypeORM passes no fields and sets them itself. */
  constructor(fields?: NewDocument, now?: Date) {
    super();
    if (!fields || !now) return;
    this.id = fields.id;
    this.userId = fields.userId;
    this.docType = fields.docType;
    this.tier = fields.tier;
    this.contentHmac = fields.contentHmac;
    this.pictureHmac = fields.pictureHmac;
    this.pages = fields.pages;
    this.hasOriginal = fields.hasOriginal;
    this.isSmall = fields.isSmall;
    this.sealedKey = fields.sealedKey;
    this.uploadedAt = now;
  }

  /** Whether it counts for the level of its owner. */
  isInForce(now: Date): boolean {
    return this.status === 'approved' && !this.isExpired(now);
  }

  isExpired(now: Date): boolean {
    return this.expiresOn !== null && this.expiresOn < dayOf(now);
  }

  get isPending(): boolean {
    return this.status === 'pending';
  }

  withdraw(now: Date): void {
    this.status = documentStates.next(this.status, 'withdraw');
    this.endedAt = now;
  }

  /** Warns other reviewers for a quarter of an hour; it does not keep them from deciding. */
  claim(reviewerId: string, now: Date): void {
    if (!this.isPending) throw alreadyDecided();
    this.claimedBy = reviewerId;
    this.claimedUntil = new Date(now.getTime() + CLAIM_MS);
  }

  /** Counts from now on. The level of its owner is known only then, so that `announceApproval` follows. */
  approve(reviewerId: string, numberHmac: Buffer | null, expiresOn: string | null, now: Date): void {
    if (!this.isPending) throw alreadyDecided();
    this.status = documentStates.next(this.status, 'approve');
    this.numberHmac = numberHmac;
    this.expiresOn = expiresOn;
    this.decidedBy(reviewerId, now);
  }

  announceApproval(level: number): void {
    this.record(new DocumentApproved(this.id, this.userId, 'live', { ...this.facts, level }));
  }

  /** `isFinal`: the person cannot upload this type again until staff reopen it. */
  reject(reason: string, staffNote: string | null, isFinal: boolean, by: Decision): void {
    if (!this.isPending) throw alreadyDecided();
    this.status = documentStates.next(this.status, 'reject');
    this.isFinal = isFinal;
    this.end(reason, staffNote, by, false);
  }

  /** Takes an approval back. */
  revoke(reviewerId: string, now: Date): void {
    this.status = documentStates.next(this.status, 'revoke');
    this.decidedBy(reviewerId, now);
  }

  announceRevocation(reason: string, staffNote: string | null, by: Decision): void {
    this.end(reason, staffNote, by, true);
  }

  reopen(): void {
    if (!this.isFinal) throw notFinal();
    this.isFinal = false;
  }

  /** Records that its last day is over. `isRenewed`: another document of the kind counts instead. */
  expire(level: number, isRenewed: boolean, now: Date): void {
    this.expiredAt = now;
    const { expiresOn, facts } = this;
    const data = { ...facts, expiresOn: expiresOn!, level, isRenewed };
    this.record(new DocumentExpired(this.id, this.userId, 'live', data));
  }

  /** Records that its owner was notified so many days before its last day; silent where it is renewed. */
  notifyOfExpiry(days: number, isRenewed: boolean): void {
    this.notifiedDays = days;
    if (isRenewed) return;
    const data = { ...this.facts, expiresOn: this.expiresOn!, days };
    this.record(new DocumentExpiring(this.id, this.userId, 'live', data));
  }

  /** Drops the key, without which the files cannot be read, and what was derived from the document. */
  erase(now: Date): void {
    this.sealedKey = null;
    this.numberHmac = null;
    this.staffNote = null;
    this.erasedAt = now;
  }

  private end(reason: string, staffNote: string | null, by: Decision, isRevoked: boolean): void {
    this.rejectReason = reason;
    this.staffNote = staffNote;
    this.endedAt = by.now;
    this.decidedBy(by.reviewerId, by.now);
    const { level } = by;
    const data = { ...this.facts, level, reason, isRevoked, canRetry: !this.isFinal };
    this.record(new DocumentRejected(this.id, this.userId, 'live', data));
  }

  private decidedBy(reviewerId: string, now: Date): void {
    this.reviewedBy = reviewerId;
    this.reviewedAt = now;
    this.claimedBy = null;
    this.claimedUntil = null;
  }

  private get facts() {
    const { id: documentId, userId, tier, docType } = this;
    return { documentId, userId, tier, docType };
  }
}

/** The day in UTC, `YYYY-MM-DD`. */
export function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}
