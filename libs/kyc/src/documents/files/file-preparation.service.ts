import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config, derivedKey } from '@app/config';
import { networksOf } from '@app/http';
import { FairLimit } from '@app/kernel';
import { PicturesService, undrawable } from '@app/pages';
import { FIELD, noDocumentNumber, unknownContent } from '../document.errors';
import type { DocType } from '../../levels/document-types.policy';
import { fileTypeOf } from './file-type.policy';
import { PdfPagesService } from './pdf-pages.service';

/** The files of an upload, before they are encrypted. */
export interface PreparedFiles {
  pages: Buffer[];
  /** Of a PDF. Pictures are kept as they were redrawn only. */
  original: Buffer | null;
  pictureHmac: Buffer;
  isSmall: boolean;
}

/** Uploads that one process draws at once. */
const AT_WORK = 2;
const AT_WORK_OF_NETWORK = 1;
/** Shorter sides may be too short for the text of a document. */
const READABLE_SIDE = 600;

/** Turns uploaded files into what is stored, and recognises their content without keeping it. */
@Injectable()
export class FilePreparationService {
  private readonly limit = new FairLimit(AT_WORK, AT_WORK_OF_NETWORK);
  private readonly pepper: Buffer;

  constructor(
    private readonly pictures: PicturesService,
    private readonly pdfs: PdfPagesService,
    { env }: Config,
  ) {
    this.pepper = derivedKey(env.PIN_PEPPER, 'kyc documents');
  }

  /**
   * Networks take turns, so that files of one which take long to draw leave room for others. Throws VALIDATION_ERROR of
   * the field `document`.
   */
  prepare(file: Buffer, address: string): Promise<PreparedFiles> {
    return this.limit.schedule(networksOf(address)[0]!.key, () => this.drawn(file));
  }

  /** Recognises the uploaded bytes. */
  contentHmac(docType: DocType, file: Buffer): Buffer {
    return this.hmac(`content ${docType}`, file);
  }

  /** Recognises the number of a document, however it is spaced. Throws VALIDATION_ERROR where nothing but spacing is left. */
  numberHmac(docType: DocType, number: string): Buffer {
    const normal = number.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
    if (normal === '') throw noDocumentNumber();
    return this.hmac(`number ${docType}`, Buffer.from(normal));
  }

  private async drawn(file: Buffer): Promise<PreparedFiles> {
    const type = fileTypeOf(file);
    if (type === null) throw unknownContent();
    const pages = type === 'pdf' ? await this.pdfs.draw(file) : [await this.pictures.redraw(file, FIELD)];
    const [first] = pages;
    if (!first) throw undrawable(FIELD);
    return {
      pages: pages.map(({ jpeg }) => jpeg),
      original: type === 'pdf' ? file : null,
      pictureHmac: this.hmac('picture', first.jpeg),
      isSmall: first.shortSide < READABLE_SIDE,
    };
  }

  private hmac(purpose: string, bytes: Buffer): Buffer {
    return createHmac('sha256', this.pepper).update(`${purpose}\0`).update(bytes).digest();
  }
}
