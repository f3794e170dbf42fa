import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UserDirectoryQueries } from '@app/accounts';
import type { UserCaller } from '@app/http';
import { Clock } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import { KycCasesService } from '../kyc-cases.service';
import { expiryInPast } from '../document.errors';
import { FilePreparationService } from '../files/file-preparation.service';
import { dayOf } from '../kyc-document.aggregate';
import { KycDocumentRepository } from '../kyc-document.repository';
import type { DecidedDocument } from '../decided-document.view';

/** What the reviewer read on the document. */
export interface ReadOnDocument {
  documentNumber?: string;
  /** `YYYY-MM-DD`. */
  expiresOn?: string;
}

/** Staff accept a pending document, which may raise the level of its owner. */
export class ApproveDocument extends Command<DecidedDocument> {
  constructor(
    readonly reviewer: UserCaller,
    readonly documentId: string,
    readonly read: ReadOnDocument,
  ) {
    super();
  }
}

@CommandHandler(ApproveDocument)
export class ApproveDocumentHandler implements ICommandHandler<ApproveDocument> {
  constructor(
    private readonly cases: KycCasesService,
    private readonly directory: UserDirectoryQueries,
    private readonly documents: KycDocumentRepository,
    private readonly preparation: FilePreparationService,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Throws NOT_FOUND, FORBIDDEN for the reviewer's own document, INVALID_STATE and VALIDATION_ERROR. */
  async execute({ reviewer, documentId, read }: ApproveDocument): Promise<DecidedDocument> {
    const now = this.clock.now();
    const found = await this.cases.byDocument(documentId);
    const { user, document } = found;
    await this.directory.assertOfAnotherPerson(reviewer, user.id, 'review documents');
    const { documentNumber, expiresOn = null } = read;
    if (expiresOn !== null && expiresOn < dayOf(now)) throw expiryInPast();
    const numberHmac =
      documentNumber === undefined ? null : this.preparation.numberHmac(document.docType, documentNumber);
    const before = { status: document.status, level: user.kycLevel };
    document.approve(reviewer.userId, numberHmac, expiresOn, now);
    const level = this.cases.saveUser(found, { mayLower: false });
    document.announceApproval(level);
    this.documents.save(document);
    this.unit.audit({
      subject: document.id,
      before,
      after: { status: document.status, level, user_id: user.id, expires_on: expiresOn },
    });
    return { document, level };
  }
}
