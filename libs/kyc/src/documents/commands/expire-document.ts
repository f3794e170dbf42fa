import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '@app/kernel';
import { KycCasesService } from '../kyc-cases.service';
import { KycDocumentRepository } from '../kyc-document.repository';
import { isReplaced } from '../renewal.policy';

/** Counts a document out whose last day is over, which may lower the level of its owner. Returns false if it is not due. */
export class ExpireDocument extends Command<boolean> {
  constructor(readonly documentId: string) {
    super();
  }
}

@CommandHandler(ExpireDocument)
export class ExpireDocumentHandler implements ICommandHandler<ExpireDocument> {
  constructor(
    private readonly cases: KycCasesService,
    private readonly documents: KycDocumentRepository,
    private readonly clock: Clock,
  ) {}

  async execute({ documentId }: ExpireDocument): Promise<boolean> {
    const now = this.clock.now();
    const found = await this.cases.byDocument(documentId);
    const { document } = found;
    if (document.status !== 'approved' || document.expiredAt !== null || !document.isExpired(now))
      return false;
    const level = this.cases.saveUser(found, { mayLower: true });
    document.expire(level, isReplaced(document, found.documents), now);
    this.documents.save(document);
    return true;
  }
}
