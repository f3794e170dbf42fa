import { Injectable } from '@nestjs/common';
import { fileErased, noOriginal } from './document.errors';
import { FileCipherService, ORIGINAL } from './files/file-cipher.service';
import type { KycDocument } from './kyc-document.aggregate';
import { DocumentStore } from './store/document-store.port';

/** Reads the files of documents for reviewers. */
@Injectable()
export class DocumentFilesService {
  constructor(
    private readonly store: DocumentStore,
    private readonly cipher: FileCipherService,
  ) {}

  /** The picture of a page, as JPEG. The whole file is verified before a byte of it is returned. */
  page(document: KycDocument, page: number): Promise<Buffer> {
    return this.read(document, page);
  }

  /** The PDF as it was uploaded. Throws VALIDATION_ERROR for pictures, of which no original is kept. */
  original(document: KycDocument): Promise<Buffer> {
    if (!document.hasOriginal) throw noOriginal();
    return this.read(document, ORIGINAL);
  }

  private async read({ id: documentId, sealedKey }: KycDocument, page: number): Promise<Buffer> {
    if (sealedKey === null) throw fileErased();
    const bytes = await this.store.get(documentId, page);
    if (bytes === null) throw new Error(`a file of the document ${documentId} is missing`);
    return this.cipher.decrypt(sealedKey, { documentId, page, bytes });
  }
}
