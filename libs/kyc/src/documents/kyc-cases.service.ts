import { Injectable } from '@nestjs/common';
import { type ReviewStatus, type User, UserRepository } from '@app/accounts';
import { Clock, notFound } from '@app/kernel';
import type { KycDocument } from './kyc-document.aggregate';
import { KycDocumentRepository } from './kyc-document.repository';
import { BvnStatusQueries } from '../levels/bvn-status.queries';
import type { DocType } from '../levels/document-types.policy';
import { type Level, levelOf, type Proofs } from '../levels/level.policy';

/** A person with all their documents. */
export interface KycCase {
  user: User;
  documents: KycDocument[];
}

/** Loads people with their documents, and keeps `users.kyc_level` and `kyc_status` in step with them. */
@Injectable()
export class KycCasesService {
  constructor(
    private readonly users: UserRepository,
    private readonly documents: KycDocumentRepository,
    private readonly bvn: BvnStatusQueries,
    private readonly clock: Clock,
  ) {}

  /**
   * The user is read before the documents: every change of a document saves the user, so that a command that decides on
   * documents of an earlier state finds the user changed and starts over.
   */
  async byUser(userId: string): Promise<KycCase> {
    const user = await this.users.findOneBy({ id: userId });
    if (!user) throw notFound('User');
    return { user, documents: await this.documents.findBy({ userId }) };
  }

  async byDocument(documentId: string): Promise<KycCase & { document: KycDocument }> {
    const { id, userId } = await this.documents.byId(documentId);
    const found = await this.byUser(userId);
    return { ...found, document: found.documents.find((one) => one.id === id)! };
  }

  /**
   * Saves the user with the level that the documents amount to, and returns it. Only revoked and expired documents lower
   * a level, so that accounts of demonstrations keep theirs, which no document proves.
   */
  saveUser({ user, documents }: KycCase, { mayLower }: { mayLower: boolean }): Level {
    const proven = levelOf(this.proofsOf({ user, documents }));
    const level = mayLower ? proven : (Math.max(proven, user.kycLevel) as Level);
    user.setKyc(level, statusOf(level, documents));
    this.users.save(user);
    return level;
  }

  /** Brings the level up to date after something else than a document changed, such as the BVN of this loaded user. */
  async saveVerified(user: User): Promise<Level> {
    return this.saveUser(
      { user, documents: await this.documents.findBy({ userId: user.id }) },
      { mayLower: false },
    );
  }

  proofsOf({ user, documents }: KycCase): Proofs {
    return {
      inForce: this.inForce(documents),
      isBvnVerified: this.bvn.isVerified(user),
      countryCode: user.countryCode,
    };
  }

  private inForce(documents: readonly KycDocument[]): Set<DocType> {
    const now = this.clock.now();
    return new Set(documents.filter((one) => one.isInForce(now)).map(({ docType }) => docType));
  }
}

function statusOf(level: Level, documents: readonly KycDocument[]): ReviewStatus {
  if (level >= 1) return 'approved';
  if (documents.some(({ isPending }) => isPending)) return 'pending';
  return documents.some(({ status }) => status === 'rejected' || status === 'revoked') ? 'rejected' : 'none';
}
