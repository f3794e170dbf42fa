import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { assertNotOwn, type UserCaller } from '@app/http';
import { Clock } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import { KycCasesService } from '../kyc-cases.service';
import type { DecidedDocument } from '../decided-document.view';
import { KycDocumentRepository } from '../kyc-document.repository';

/** Why a document is refused. */
export interface Rejection {
  /** For the owner. */
  reason: string;
  /** For staff. */
  staffNote?: string;
}

/** Staff refuse a pending document. The level of its owner stays. */
export class RejectDocument extends Command<DecidedDocument> {
  constructor(
    readonly reviewer: UserCaller,
    readonly documentId: string,
    /** `isFinal`: the owner cannot upload this type again until staff reopen the document. */
    readonly rejection: Rejection & { isFinal: boolean },
  ) {
    super();
  }
}

@CommandHandler(RejectDocument)
export class RejectDocumentHandler implements ICommandHandler<RejectDocument> {
  constructor(
    private readonly cases: KycCasesService,
    private readonly documents: KycDocumentRepository,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Throws NOT_FOUND, FORBIDDEN for the reviewer's own document and INVALID_STATE where it is decided. */
  async execute({ reviewer, documentId, rejection }: RejectDocument): Promise<DecidedDocument> {
    const found = await this.cases.byDocument(documentId);
    const { user, document } = found;
    assertNotOwn(reviewer, user.id, 'review documents');
    const before = { status: document.status };
    const { reason, staffNote = null, isFinal } = rejection;
    const by = { reviewerId: reviewer.userId, now: this.clock.now(), level: user.kycLevel };
    document.reject(reason, staffNote, isFinal, by);
    this.documents.save(document);
    const level = this.cases.saveUser(found, { mayLower: false });
    this.unit.audit({
      subject: document.id,
      before,
      after: { status: document.status, final: isFinal, user_id: user.id, staff_note: staffNote },
      reason,
    });
    return { document, level };
  }
}
