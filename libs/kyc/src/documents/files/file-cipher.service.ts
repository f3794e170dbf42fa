import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Vault } from '@app/config';
import { SealedColumnsService } from '@app/database';
import type { StoredFile } from '../store/document-store.port';

const PURPOSE = 'kyc-document';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The number of the page under which the original of a PDF is stored. */
export const ORIGINAL = 0;

/**
 * Encrypts the files of documents with AES-256-GCM, under one key per document that the vault seals. Each file is bound to
 * its document and page. A change of ENCRYPTION_KEY seals the keys again and touches no file.
 */
@Injectable()
export class FileCipherService {
  constructor(
    private readonly vault: Vault,
    sealedColumns: SealedColumnsService,
  ) {
    sealedColumns.register({ table: 'kyc_documents', column: 'sealed_key', purpose: PURPOSE });
  }

  /** `files` by page. */
  encrypt(
    documentId: string,
    files: ReadonlyMap<number, Buffer>,
  ): { sealedKey: Buffer; files: StoredFile[] } {
    const key = randomBytes(KEY_BYTES);
    const encrypted = [...files].map(([page, plain]) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(boundTo(documentId, page));
      const bytes = Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
      return { documentId, page, bytes };
    });
    return { sealedKey: this.vault.seal(key, PURPOSE, documentId), files: encrypted };
  }

  /** Throws where key or file belong to another document or page, or were changed. */
  decrypt(sealedKey: Buffer, { documentId, page, bytes }: StoredFile): Buffer {
    const key = this.vault.unsealBytes(sealedKey, PURPOSE, documentId);
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(boundTo(documentId, page));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  }
}

function boundTo(documentId: string, page: number): Buffer {
  return Buffer.from(`${documentId}\0${page}`);
}
