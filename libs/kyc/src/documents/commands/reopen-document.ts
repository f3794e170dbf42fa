import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { assertNotOwn, type UserCaller } from '@app/http';
import { UnitOfWork } from '@app/write-path';
import { KycCasesService } from '../kyc-cases.service';
import type { DecidedDocument } from '../decided-document.view';
import { KycDocumentRepository } from '../kyc-document.repository';

/** Lets a person whose document was rejected for good upload this type again. */
export class ReopenDocument extends Command<DecidedDocument> {
  constructor(
    readonly reviewer: UserCaller,
    readonly documentId: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(ReopenDocument)
export class ReopenDocumentHandler implements ICommandHandler<ReopenDocument> {
  constructor(
    private readonly cases: KycCasesService,
    private readonly documents: KycDocumentRepository,
    private readonly unit: UnitOfWork,
  ) {}

  /** Throws NOT_FOUND, FORBIDDEN for the reviewer's own document and INVALID_STATE where it is not final. */
  async execute({ reviewer, documentId, reason }: ReopenDocument): Promise<DecidedDocument> {
    const { user, document } = await this.cases.byDocument(documentId);
    assertNotOwn(reviewer, user.id, 'review documents');
    document.reopen();
    this.documents.save(document);
    const after = { final: false, user_id: user.id, doc_type: document.docType };
    this.unit.audit({ subject: document.id, before: { final: true }, after, reason });
    return { document, level: user.kycLevel };
  }
}
