import { Injectable, StreamableFile } from '@nestjs/common';
import { assertNotOwn, assertRecentProof, type UserCaller, type WireRequest } from '@app/http';
import { Clock, invalid, notFound } from '@app/kernel';
import { DocumentFilesService, KycDocumentRepository } from '@app/kyc';
import type { KycDocumentQuery } from './kyc-review.dto';

/** Gives reviewers the files of documents. Who sees what is in the audit log before the first byte is sent. */
@Injectable()
export class KycFilesService {
  constructor(
    private readonly documents: KycDocumentRepository,
    private readonly files: DocumentFilesService,
    private readonly clock: Clock,
  ) {}

  /** The picture of a page. Throws NOT_FOUND, and FORBIDDEN for the reviewer's own document. */
  async page(caller: UserCaller, { document_id, page }: KycDocumentQuery, request: WireRequest) {
    const document = await this.documents.byId(document_id);
    assertNotOwn(caller, document.userId, 'review documents');
    if (page > document.pages) throw notFound('Page');
    const picture = await this.files.page(document, page);
    request.auditDetails = {
      action: 'kyc.document-viewed',
      subject: document.id,
      after: { page, user_id: document.userId, doc_type: document.docType },
      people: [document.userId],
    };
    return new StreamableFile(picture, {
      type: 'image/jpeg',
      length: picture.length,
      disposition: 'inline; filename="page.jpg"',
    });
  }

  /** The uploaded PDF. It may contain anything, so that it is sent as an attachment and never shown. */
  async original(caller: UserCaller, { document_id, reason }: KycDocumentQuery, request: WireRequest) {
    if (reason === undefined) throw invalid('reason', 'Say why you need the original.');
    assertRecentProof(caller, this.clock.now());
    const document = await this.documents.byId(document_id);
    assertNotOwn(caller, document.userId, 'review documents');
    const pdf = await this.files.original(document);
    request.auditDetails = {
      action: 'kyc.original-exported',
      subject: document.id,
      after: { user_id: document.userId, doc_type: document.docType },
      people: [document.userId],
      reason,
    };
    return new StreamableFile(pdf, {
      type: 'application/octet-stream',
      length: pdf.length,
      disposition: 'attachment; filename="document.pdf"',
    });
  }
}
