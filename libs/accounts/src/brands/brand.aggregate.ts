import { Aggregate, uuidv7 } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { BrandNameApproved, BrandNameRejected } from './brand.events';
import { brandNameStates, type BrandNameStatus } from './brand.states';

/** What the owner of a brand changes; what is absent stays, null removes. */
export interface BrandEntries {
  displayName?: string | null;
  color?: string | null;
  supportPhone?: string | null;
  supportUrl?: string | null;
  termsUrl?: string | null;
  postalAddress?: string | null;
}

/** A logo that was drawn: the hash of its file, and its size in pixels. */
export interface BrandLogo {
  hash: string;
  width: number;
  height: number;
}

/** What a business shows on pages and in mails. `id` is the owner's. Its name is shown once staff have approved it. */
@Entity('brands')
export class Brand extends Aggregate {
  @PrimaryColumn('uuid') id: string;
  @Column('int') override version: number = 0;
  /** The name in force. */
  @Column('text', { name: 'display_name', nullable: true }) displayName: string | null = null;
  @Column('text', { name: 'proposed_name', nullable: true }) proposedName: string | null = null;
  @Column('text', { name: 'name_status' }) nameStatus: BrandNameStatus = brandNameStates.initial;
  @Column('uuid', { name: 'review_id', nullable: true }) reviewId: string | null = null;
  @Column('timestamptz', { name: 'proposed_at', nullable: true }) proposedAt: Date | null = null;
  @Column('uuid', { name: 'decided_by', nullable: true }) decidedBy: string | null = null;
  @Column('timestamptz', { name: 'decided_at', nullable: true }) decidedAt: Date | null = null;
  /** Why a name was rejected. */
  @Column('text', { nullable: true }) reason: string | null = null;
  @Column('text', { nullable: true }) color: string | null = null;
  /** Proved: the address of the account, or one to which a code was sent. */
  @Column('text', { name: 'support_email', nullable: true }) supportEmail: string | null = null;
  @Column('text', { name: 'support_phone', nullable: true }) supportPhone: string | null = null;
  @Column('text', { name: 'support_url', nullable: true }) supportUrl: string | null = null;
  @Column('text', { name: 'terms_url', nullable: true }) termsUrl: string | null = null;
  @Column('text', { name: 'postal_address', nullable: true }) postalAddress: string | null = null;
  @Column('text', { name: 'logo_hash', nullable: true }) logoHash: string | null = null;
  @Column('smallint', { name: 'logo_width', nullable: true }) logoWidth: number | null = null;
  @Column('smallint', { name: 'logo_height', nullable: true }) logoHeight: number | null = null;

  static of(ownerId: string): Brand {
    const brand = new Brand();
    brand.id = ownerId;
    return brand;
  }

  change({ displayName, ...entries }: BrandEntries, now: Date): void {
    this.color = changed(entries.color, this.color);
    this.supportPhone = changed(entries.supportPhone, this.supportPhone);
    this.supportUrl = changed(entries.supportUrl, this.supportUrl);
    this.termsUrl = changed(entries.termsUrl, this.termsUrl);
    this.postalAddress = changed(entries.postalAddress, this.postalAddress);
    if (displayName === null) this.removeName();
    else if (displayName !== undefined) this.propose(displayName, now);
  }

  setLogo(logo: BrandLogo | null): void {
    this.logoHash = logo?.hash ?? null;
    this.logoWidth = logo?.width ?? null;
    this.logoHeight = logo?.height ?? null;
  }

  approveName(staffId: string, now: Date): void {
    this.decide('approve', staffId, now);
    this.displayName = this.proposedName;
    this.proposedName = null;
    const { id: ownerId, displayName: name } = this;
    this.record(new BrandNameApproved(ownerId, ownerId, 'live', { ownerId, name: name! }));
  }

  rejectName(staffId: string, reason: string, now: Date): void {
    this.decide('reject', staffId, now);
    this.reason = reason;
    const { id: ownerId, proposedName: name } = this;
    this.record(new BrandNameRejected(ownerId, ownerId, 'live', { ownerId, name: name!, reason }));
  }

  private propose(name: string, now: Date): void {
    if (name === this.displayName) return this.endReview('keep');
    if (this.nameStatus === 'pending' && name === this.proposedName) return;
    this.endReview('propose');
    this.proposedName = name;
    this.reviewId = uuidv7(now);
    this.proposedAt = now;
  }

  private removeName(): void {
    this.endReview('remove');
    this.displayName = null;
  }

  private endReview(verb: 'propose' | 'remove' | 'keep'): void {
    this.nameStatus = brandNameStates.next(this.nameStatus, verb);
    this.proposedName = null;
    this.reviewId = null;
    this.proposedAt = null;
    this.reason = null;
  }

  private decide(verb: 'approve' | 'reject', staffId: string, now: Date): void {
    this.nameStatus = brandNameStates.next(this.nameStatus, verb);
    this.decidedBy = staffId;
    this.decidedAt = now;
    this.reason = null;
  }
}

const changed = (value: string | null | undefined, before: string | null) =>
  value === undefined ? before : value;
