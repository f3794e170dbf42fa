import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { assertNotOwn, type UserCaller } from '@app/http';
import { Clock } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import type { KycDocument } from '../kyc-document.aggregate';
import { KycDocumentRepository } from '../kyc-document.repository';

/** A reviewer takes a pending document for 15 minutes, which the queue shows to the others. */
export class ClaimDocument extends Command<KycDocument> {
  constructor(
    readonly reviewer: UserCaller,
    readonly documentId: string,
  ) {
    super();
  }
}

@CommandHandler(ClaimDocument)
export class ClaimDocumentHandler implements ICommandHandler<ClaimDocument> {
  constructor(
    private readonly documents: KycDocumentRepository,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Throws NOT_FOUND, FORBIDDEN for the reviewer's own document and INVALID_STATE where it is decided. */
  async execute({ reviewer, documentId }: ClaimDocument): Promise<KycDocument> {
    const document = await this.documents.byId(documentId);
    assertNotOwn(reviewer, document.userId, 'review documents');
    const before = { claimed_by: document.claimedBy };
    document.claim(reviewer.userId, this.clock.now());
    this.documents.save(document);
    this.unit.audit({ subject: document.id, before, after: { claimed_by: reviewer.userId } });
    return document;
  }
}
