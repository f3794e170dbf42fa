import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import { KycDocumentRepository } from '../kyc-document.repository';

/** Drops the key of a document and notes that its encrypted bytes are to be deleted. Returns false if it was done. */
export class EraseDocument extends Command<boolean> {
  constructor(readonly documentId: string) {
    super();
  }
}

@CommandHandler(EraseDocument)
export class EraseDocumentHandler implements ICommandHandler<EraseDocument> {
  constructor(
    private readonly documents: KycDocumentRepository,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async execute({ documentId }: EraseDocument): Promise<boolean> {
    const now = this.clock.now();
    const document = await this.documents.byId(documentId);
    if (document.erasedAt !== null) return false;
    document.erase(now);
    this.documents.save(document);
    this.unit.stage({
      sql: 'INSERT INTO kyc_leftover_files (document_id, erased_at) VALUES ($1, $2)',
      parameters: [documentId, now],
    });
    return true;
  }
}
