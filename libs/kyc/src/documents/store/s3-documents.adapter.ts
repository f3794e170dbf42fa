import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { S3Client } from '@aws-sdk/client-s3';
import { Config } from '@app/config';
import { POSTGRES_POOL } from '@app/database';
import { isUuid } from '@app/kernel';
import type { SqlWrite } from '@app/write-path';
import type { Pool } from 'pg';
import { storeAway } from '../document.errors';
import { DocumentStore, type StoredFile } from './document-store.port';

type Library = typeof import('@aws-sdk/client-s3');

/** A listed object. */
interface Listed {
  key: string;
  documentId: string;
  changedAt: Date;
}

const FOLDER = 'kyc-documents/';
/** Objects that one request can delete. */
const MAX_DELETED = 1000;

/**
 * Keeps files in a bucket of S3 or a store with its protocol, under `kyc-documents/<document>/<page>`. They are put before
 * the document is committed, so that a committed document always has its files.
 */
@Injectable()
export class S3Documents extends DocumentStore implements OnModuleDestroy {
  private loaded: Promise<{ library: Library; client: S3Client }> | undefined;

  constructor(
    private readonly config: Config,
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
  ) {
    super();
  }

  /** Closes its connections. */
  async onModuleDestroy(): Promise<void> {
    (await this.loaded)?.client.destroy();
  }

  async put(files: readonly StoredFile[]): Promise<SqlWrite[]> {
    await this.reach(async ({ library, client }) => {
      for (const { documentId, page, bytes } of files) {
        const ContentType = 'application/octet-stream';
        const object = { Key: keyOf(documentId, page), Body: bytes, ContentType };
        await client.send(new library.PutObjectCommand({ ...this.bucket, ...object }));
      }
    });
    return [];
  }

  get(documentId: string, page: number): Promise<Buffer | null> {
    return this.reach(async ({ library, client }) => {
      try {
        const request = { ...this.bucket, Key: keyOf(documentId, page) };
        const { Body } = await client.send(new library.GetObjectCommand(request));
        return Buffer.from(await Body!.transformToByteArray());
      } catch (error) {
        if (error instanceof library.NoSuchKey) return null;
        throw error;
      }
    });
  }

  async delete(documentId: string): Promise<void> {
    for await (const objects of this.objects(`${FOLDER}${documentId}/`)) await this.deleteObjects(objects);
  }

  async deleteUncommitted(before: Date): Promise<number> {
    const dropped = new Set<string>();
    for await (const objects of this.objects(FOLDER)) {
      const old = objects.filter(({ changedAt }) => changedAt < before);
      const kept = await this.keptOf(old);
      const leftover = old.filter(({ documentId }) => !kept.has(documentId));
      await this.deleteObjects(leftover);
      for (const { documentId } of leftover) dropped.add(documentId);
    }
    return dropped.size;
  }

  private async *objects(prefix: string): AsyncGenerator<Listed[]> {
    for (let token: string | undefined, isFirst = true; isFirst || token; isFirst = false) {
      const request = { ...this.bucket, Prefix: prefix, ContinuationToken: token };
      const { Contents = [], NextContinuationToken } = await this.reach(({ library, client }) =>
        client.send(new library.ListObjectsV2Command(request)),
      );
      token = NextContinuationToken;
      yield Contents.flatMap(({ Key: key = '', LastModified: changedAt }) => {
        const documentId = key.slice(FOLDER.length).split('/')[0]!;
        return changedAt && isUuid(documentId) ? [{ key, documentId, changedAt }] : [];
      });
    }
  }

  private async deleteObjects(objects: readonly Listed[]): Promise<void> {
    for (let at = 0; at < objects.length; at += MAX_DELETED) {
      const Objects = objects.slice(at, at + MAX_DELETED).map(({ key }) => ({ Key: key }));
      const { Errors = [] } = await this.reach(({ library, client }) =>
        client.send(new library.DeleteObjectsCommand({ ...this.bucket, Delete: { Objects, Quiet: true } })),
      );
      if (Errors.length > 0) throw storeAway(new Error(Errors[0]!.Code));
    }
  }

  /** Those that are documents with a key. */
  private async keptOf(objects: readonly Listed[]): Promise<Set<string>> {
    const ids = [...new Set(objects.map(({ documentId }) => documentId))];
    const { rows } = await this.pool.query<{ id: string }>(
      'SELECT id FROM kyc_documents WHERE id = ANY($1::uuid[]) AND erased_at IS NULL',
      [ids],
    );
    return new Set(rows.map(({ id }) => id));
  }

  private get bucket(): { Bucket: string } {
    return { Bucket: this.config.env.DOCUMENTS_BUCKET };
  }

  private async reach<T>(work: (loaded: { library: Library; client: S3Client }) => Promise<T>): Promise<T> {
    try {
      return await work(await (this.loaded ??= this.load()));
    } catch (error) {
      throw storeAway(error);
    }
  }

  /** Loaded with the first use: the library is large, and most installations keep documents in the database. */
  private async load(): Promise<{ library: Library; client: S3Client }> {
    const library = await import('@aws-sdk/client-s3');
    const { env } = this.config;
    const accessKeyId = env.DOCUMENTS_ACCESS_KEY_ID;
    const client = new library.S3Client({
      region: env.DOCUMENTS_REGION,
      maxAttempts: 3,
      requestHandler: { requestTimeout: 15_000, connectionTimeout: 5_000 },
      ...(env.DOCUMENTS_ENDPOINT && { endpoint: env.DOCUMENTS_ENDPOINT, forcePathStyle: true }),
      ...(accessKeyId && {
        credentials: { accessKeyId, secretAccessKey: env.DOCUMENTS_SECRET_ACCESS_KEY },
      }),
    });
    return { library, client };
  }
}

function keyOf(documentId: string, page: number): string {
  return `${FOLDER}${documentId}/${page}`;
}
