import type { SqlWrite } from '@app/write-path';

/** One encrypted file of a document. */
export interface StoredFile {
  documentId: string;
  /** From 1; 0 is the original of a PDF. */
  page: number;
  bytes: Buffer;
}

/** Keeps the encrypted files of documents. Throws SERVICE_UNAVAILABLE where it cannot be reached. */
export abstract class DocumentStore {
  /**
   * Keeps the files. Returns the writes that have to commit with the row of the document; none where the store has kept
   * the files already, which it drops a day later if that commit never comes.
   */
  abstract put(files: readonly StoredFile[]): Promise<SqlWrite[]>;
  /** Null: it has no such file. */
  abstract get(documentId: string, page: number): Promise<Buffer | null>;
  /** Deletes the files of a document, as far as they are there. */
  abstract delete(documentId: string): Promise<void>;
  /** Deletes files older than `before` whose documents were never committed. Returns the number of documents. */
  abstract deleteUncommitted(before: Date): Promise<number>;
}
