import { Injectable } from '@nestjs/common';
import { accountTypeForbidden, type UserCaller } from '@app/http';
import { Clock, uuidv7 } from '@app/kernel';
import { Answer, Commands, type RequestContext } from '@app/write-path';
import { SubmitDocument } from '../commands/submit-document';
import { finallyRejected, wrongTier } from '../document.errors';
import { type DocType, type Tier, tiersOf } from '../../levels/document-types.policy';
import { documentView } from '../document.view';
import { FileCipherService, ORIGINAL } from '../files/file-cipher.service';
import { FilePreparationService } from '../files/file-preparation.service';
import { VirusScannerService } from '../files/virus-scanner.service';
import type { KycDocument, NewDocument } from '../kyc-document.aggregate';
import { KycDocumentRepository } from '../kyc-document.repository';
import { DocumentStore } from '../store/document-store.port';

interface DocumentUpload {
  caller: UserCaller;
  /** The client's network address. */
  address: string;
  docType: DocType;
  tier: Tier;
  file: Buffer;
}

/** Draws an uploaded file anew, encrypts it, puts it into the store and commits the document. */
@Injectable()
export class UploadDocument {
  constructor(
    private readonly documents: KycDocumentRepository,
    private readonly scanner: VirusScannerService,
    private readonly preparation: FilePreparationService,
    private readonly cipher: FileCipherService,
    private readonly store: DocumentStore,
    private readonly commands: Commands,
    private readonly clock: Clock,
  ) {}

  /**
   * Throws ACCOUNT_TYPE_FORBIDDEN, VALIDATION_ERROR, RATE_LIMITED, INVALID_STATE after a final rejection, and
   * SERVICE_UNAVAILABLE. The bytes of a pending document lead to its record.
   */
  async run(upload: DocumentUpload, context: RequestContext) {
    const { caller, docType, tier, file } = upload;
    if (!tiersOf(docType).includes(tier)) throw wrongTier(docType, tiersOf(docType));
    if (docType === 'business_registration' && caller.accountType !== 'business')
      throw accountTypeForbidden('business');
    const contentHmac = this.preparation.contentHmac(docType, file);
    const known = await this.knownBefore(upload, contentHmac);
    if (known) {
      const { status, body } = context.success(documentView(known, this.clock.now()));
      return new Answer<ReturnType<typeof documentView>>(status, body, false);
    }
    await this.scanner.assertClean(file, {
      userId: caller.userId,
      address: upload.address,
      requestId: context.correlationId,
    });
    const { pages, original, pictureHmac, isSmall } = await this.preparation.prepare(file, upload.address);
    const id = uuidv7(this.clock.now());
    const byPage = new Map(pages.map((page, index) => [index + 1, page]));
    if (original) byPage.set(ORIGINAL, original);
    const { sealedKey, files } = this.cipher.encrypt(id, byPage);
    const writes = await this.store.put(files);
    const document: NewDocument = {
      id,
      userId: caller.userId,
      docType,
      tier,
      contentHmac,
      pictureHmac,
      isSmall,
      sealedKey,
      pages: pages.length,
      hasOriginal: original !== null,
    };
    return this.commit(new SubmitDocument(document, writes), context);
  }

  /** What can be decided before the file is drawn; the command decides it again. */
  private async knownBefore(
    { caller: { userId }, docType }: DocumentUpload,
    contentHmac: Buffer,
  ): Promise<KycDocument | null> {
    const documents = await this.documents.findBy({ userId, docType });
    if (documents.some(({ isFinal }) => isFinal)) throw finallyRejected(docType);
    return documents.find((one) => one.isPending && one.contentHmac.equals(contentHmac)) ?? null;
  }

  private async commit(command: SubmitDocument, context: RequestContext) {
    const { id } = command.document;
    let committedId: string | null = null;
    try {
      return await this.commands.answer(context, command, (document) => {
        committedId = document.id;
        return documentView(document, this.clock.now());
      });
    } finally {
      // The store drops the files by itself a day later, if this fails.
      if (committedId !== null && committedId !== id) await this.store.delete(id).catch(() => undefined);
    }
  }
}
