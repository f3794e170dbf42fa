import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '@app/accounts';
import { Config } from '@app/config';
import { POSTGRES_POOL } from '@app/database';
import { PicturesService } from '@app/pages';
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
import { DocumentFilesService } from './documents/document-files.service';
import { FileCipherService } from './documents/files/file-cipher.service';
import { FilePreparationService } from './documents/files/file-preparation.service';
import { PdfPagesService } from './documents/files/pdf-pages.service';
import { VirusScannerService } from './documents/files/virus-scanner.service';
import { UploadDocument } from './documents/flows/upload-document';
import { DeleteUncommittedFiles } from './documents/jobs/delete-uncommitted-files';
import { EraseDocuments } from './documents/jobs/erase-documents';
import { ExpireDocuments } from './documents/jobs/expire-documents';
import { KycDocument } from './documents/kyc-document.aggregate';
import { KycDocumentRepository } from './documents/kyc-document.repository';
import { ReviewQueries } from './documents/review.queries';
import { DatabaseDocuments } from './documents/store/database-documents.adapter';
import { DocumentStore } from './documents/store/document-store.port';
import { S3Documents } from './documents/store/s3-documents.adapter';
import { KybModule } from './kyb/kyb.module';
import { BvnStatusQueries } from './levels/bvn-status.queries';
import { KycCasesService } from './documents/kyc-cases.service';
import { OutgoingUsageService } from './levels/outgoing-usage.service';
import { DecideNameChangeHandler } from './names/commands/decide-name-change';
import { RecordNameChangeHandler } from './names/commands/record-name-change';
import { QueueNameChange } from './names/listeners/queue-name-change';
import { NameChange } from './names/name-change.aggregate';
import { NameChangeRepository } from './names/name-change.repository';
import { NameChangesQueries } from './names/name-changes.queries';

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
    KycDocumentRepository,
    KycCasesService,
    BvnStatusQueries,
    OutgoingUsageService,
    ReviewQueries,
    documentStore,
    UploadDocument,
    DocumentFilesService,
    FileCipherService,
    FilePreparationService,
    PdfPagesService,
    PicturesService,
    VirusScannerService,
    ExpireDocuments,
    EraseDocuments,
    DeleteUncommittedFiles,
    NameChangeRepository,
    NameChangesQueries,
    QueueNameChange,
    RecordNameChangeHandler,
    DecideNameChangeHandler,
  ],
  exports: [
    KycDocumentRepository,
    KycCasesService,
    OutgoingUsageService,
    ReviewQueries,
    UploadDocument,
    DocumentFilesService,
    BvnModule,
    KybModule,
    NameChangesQueries,
  ],
})
export class KycModule {}
