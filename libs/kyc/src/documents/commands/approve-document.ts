import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UserDirectory } from '@app/accounts';
import { assertNotOwn, type UserCaller } from '@app/http';
import { Clock } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import { KycCases } from '../kyc-cases.service';
import { expiryInPast } from '../document.errors';
import { FilePreparation } from '../files/file-preparation.service';
import { dayOf } from '../kyc-document.aggregate';
import { KycDocuments } from '../kyc-document.repository';
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
    private readonly cases: KycCases,
    private readonly directory: UserDirectory,
    private readonly documents: KycDocuments,
    private readonly preparation: FilePreparation,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Throws NOT_FOUND, FORBIDDEN for the reviewer's own document, INVALID_STATE and VALIDATION_ERROR. */
  async execute({ reviewer, documentId, read }: ApproveDocument): Promise<DecidedDocument> {
    const now = this.clock.now();
    const found = await this.cases.byDocument(documentId);
    const { user, document } = found;
    assertNotOwn(reviewer, user.id, 'review documents');
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
