import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { FileCipher } from '../files/file-cipher.service';
import { KycDocuments } from '../kyc-document.repository';

/** Seals the key of a document under the current ENCRYPTION_KEY. Its files stay as they are. */
export class ResealKey extends Command<boolean> {
  constructor(readonly documentId: string) {
    super();
  }
}

@CommandHandler(ResealKey)
export class ResealKeyHandler implements ICommandHandler<ResealKey> {
  constructor(
    private readonly documents: KycDocuments,
    private readonly cipher: FileCipher,
  ) {}

  async execute({ documentId }: ResealKey): Promise<boolean> {
    const document = await this.documents.byId(documentId);
    if (document.sealedKey === null) return false;
    document.sealedKey = this.cipher.reseal(document.sealedKey, document.id);
    this.documents.save(document);
    return true;
  }
}
