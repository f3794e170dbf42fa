import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { KycCasesService } from '../kyc-cases.service';
import { KycDocumentRepository } from '../kyc-document.repository';
import { isReplaced } from '../renewal.policy';

/** Notifies the owner of an approved document, once for each number of days, that it expires. Returns false if it was done. */
export class NotifyOfExpiry extends Command<boolean> {
  constructor(
    readonly documentId: string,
    /** Days before the last day. */
    readonly days: number,
  ) {
    super();
  }
}

@CommandHandler(NotifyOfExpiry)
export class NotifyOfExpiryHandler implements ICommandHandler<NotifyOfExpiry> {
  constructor(
    private readonly cases: KycCasesService,
    private readonly documents: KycDocumentRepository,
  ) {}

  async execute({ documentId, days }: NotifyOfExpiry): Promise<boolean> {
    const { document, documents } = await this.cases.byDocument(documentId);
    const isDone = document.notifiedDays !== null && document.notifiedDays <= days;
    if (document.status !== 'approved' || document.expiredAt !== null || isDone) return false;
    document.notifyOfExpiry(days, isReplaced(document, documents));
    this.documents.save(document);
    return true;
  }
}
