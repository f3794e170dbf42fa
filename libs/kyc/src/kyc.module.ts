import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '@app/accounts';
import { Config } from '@app/config';
import { POSTGRES_POOL } from '@app/database';
import type { Pool } from 'pg';
import { BvnModule } from './bvn/bvn.module';
import { ApproveDocumentHandler } from './documents/commands/approve-document';
import { ClaimDocumentHandler } from './documents/commands/claim-document';
import { EraseDocumentHandler } from './documents/commands/erase-document';
import { ExpireDocumentHandler } from './documents/commands/expire-document';
import { NotifyOfExpiryHandler } from './documents/commands/notify-of-expiry';
import { RejectDocumentHandler } from './documents/commands/reject-document';
import { ReopenDocumentHandler } from './documents/commands/reopen-document';
import { RevokeDocumentHandler } from './documents/commands/revoke-document';
import { SubmitDocumentHandler } from './documents/commands/submit-document';
import { DocumentFiles } from './documents/document-files.service';
import { FileCipher } from './documents/files/file-cipher.service';
import { FilePreparation } from './documents/files/file-preparation.service';
import { PdfPages } from './documents/files/pdf-pages.service';
import { Pictures } from './documents/files/pictures.service';
import { VirusScanner } from './documents/files/virus-scanner.service';
import { UploadDocument } from './documents/flows/upload-document';
import { DeleteUncommittedFiles } from './documents/jobs/delete-uncommitted-files';
import { EraseDocuments } from './documents/jobs/erase-documents';
import { ExpireDocuments } from './documents/jobs/expire-documents';
import { KycDocument } from './documents/kyc-document.aggregate';
import { KycDocuments } from './documents/kyc-document.repository';
import { ReviewQueries } from './documents/review.queries';
import { DatabaseDocuments } from './documents/store/database-documents.adapter';
import { DocumentStore } from './documents/store/document-store.port';
import { S3Documents } from './documents/store/s3-documents.adapter';
import { KybModule } from './kyb/kyb.module';
import { BvnStatus } from './levels/bvn-status.queries';
import { KycCases } from './documents/kyc-cases.service';
import { OutgoingUsage } from './levels/outgoing-usage.service';
import { DecideNameChangeHandler } from './names/commands/decide-name-change';
import { RecordNameChangeHandler } from './names/commands/record-name-change';
import { QueueNameChange } from './names/listeners/queue-name-change';
import { NameChange } from './names/name-change.aggregate';
import { NameChanges } from './names/name-change.repository';
import { NameReviews } from './names/name-changes.queries';

const documentHandlers = [
  SubmitDocumentHandler,
  ClaimDocumentHandler,
  ApproveDocumentHandler,
  RejectDocumentHandler,
  RevokeDocumentHandler,
  ReopenDocumentHandler,
  ExpireDocumentHandler,
  NotifyOfExpiryHandler,
  EraseDocumentHandler,
];

const documentStore = {
  provide: DocumentStore,
  inject: [Config, POSTGRES_POOL],
  useFactory: (config: Config, pool: Pool) =>
    config.env.DOCUMENTS === 's3' ? new S3Documents(config, pool) : new DatabaseDocuments(pool),
};

/** What the platform knows of who its customers are: identity documents, levels, bank and business checks. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([KycDocument, NameChange]), AccountsModule, BvnModule, KybModule],
  providers: [
    ...documentHandlers,
    KycDocuments,
    KycCases,
    BvnStatus,
    OutgoingUsage,
    ReviewQueries,
    documentStore,
    UploadDocument,
    DocumentFiles,
    FileCipher,
    FilePreparation,
    PdfPages,
    Pictures,
    VirusScanner,
    ExpireDocuments,
    EraseDocuments,
    DeleteUncommittedFiles,
    NameChanges,
    NameReviews,
    QueueNameChange,
    RecordNameChangeHandler,
    DecideNameChangeHandler,
  ],
  exports: [
    KycDocuments,
    KycCases,
    OutgoingUsage,
    ReviewQueries,
    UploadDocument,
    DocumentFiles,
    BvnModule,
    KybModule,
    NameReviews,
  ],
})
export class KycModule {}
