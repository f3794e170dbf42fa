import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { assertNotOwn, type UserCaller } from '@app/http';
import { Clock } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import { KycCasesService } from '../kyc-cases.service';
import type { DecidedDocument } from '../decided-document.view';
import { KycDocumentRepository } from '../kyc-document.repository';
import type { Rejection } from './reject-document';

/** Staff take an approval back, which may lower the level of the owner at once. */
export class RevokeDocument extends Command<DecidedDocument> {
  constructor(
    readonly reviewer: UserCaller,
    readonly documentId: string,
    readonly rejection: Rejection,
  ) {
    super();
  }
}

@CommandHandler(RevokeDocument)
export class RevokeDocumentHandler implements ICommandHandler<RevokeDocument> {
  constructor(
    private readonly cases: KycCasesService,
    private readonly documents: KycDocumentRepository,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Throws NOT_FOUND, FORBIDDEN for the reviewer's own document and INVALID_STATE where it is not approved. */
  async execute({ reviewer, documentId, rejection }: RevokeDocument): Promise<DecidedDocument> {
    const now = this.clock.now();
    const found = await this.cases.byDocument(documentId);
    const { user, document } = found;
    assertNotOwn(reviewer, user.id, 'review documents');
    const before = { status: document.status, level: user.kycLevel };
    document.revoke(reviewer.userId, now);
    const level = this.cases.saveUser(found, { mayLower: true });
    const { reason, staffNote = null } = rejection;
    document.announceRevocation(reason, staffNote, { reviewerId: reviewer.userId, now, level });
    this.documents.save(document);
    this.unit.audit({
      subject: document.id,
      before,
      after: { status: document.status, level, user_id: user.id, staff_note: staffNote },
      reason,
    });
    return { document, level };
  }
}
