import { Body } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import { type RequestContext } from '@app/write-path';
import {
  By,
  ClientAddress,
  Context,
  GetAction,
  PostAction,
  Upload,
  type UserCaller,
  WireController,
} from '@app/http';
import { Clock } from '@app/kernel';
import { KycCasesService } from './kyc-cases.service';
import { DOC_TYPES } from '../levels/document-types.policy';
import { OutgoingUsageService } from '../levels/outgoing-usage.service';
import { UploadDocumentDto } from './document.dto';
import { statusView } from './document.view';
import { UploadDocument } from './flows/upload-document';

/** Bytes of the largest file: 5 MB as people count them on their computers. */
const MAX_FILE_BYTES = 5 * 1024 * 1024;
/** Boundaries, headers and texts of the form. */
const FORM_BYTES = 64 * 1024;

const FORM = {
  type: 'object',
  required: ['document', 'doc_type', 'tier'],
  properties: {
    document: { type: 'string', format: 'binary', description: 'JPEG, PNG or PDF, at most 5,242,880 bytes' },
    doc_type: { type: 'string', enum: [...DOC_TYPES] },
    tier: { type: 'integer', enum: [1, 2] },
  },
};

/** `kyc.php`: what people prove of who they are. */
@WireController('kyc.php')
export class DocumentsController {
  constructor(
    private readonly uploads: UploadDocument,
    private readonly cases: KycCasesService,
    private readonly usage: OutgoingUsageService,
    private readonly clock: Clock,
  ) {}

  @GetAction('status', {
    summary: 'KYC level, daily limits and the status of each document',
    credentials: ['session'],
    refusals: ['NOT_FOUND'],
  })
  async status(@By() { userId }: UserCaller) {
    const found = await this.cases.byUser(userId);
    const usedTodayUsd = await this.usage.usedTodayUsd(userId);
    return statusView({ ...found, proofs: this.cases.proofsOf(found), usedTodayUsd }, this.clock.now());
  }

  @PostAction('upload', {
    summary: 'Upload an identity document: JPEG, PNG or PDF',
    credentials: ['session'],
    provedFor: 'upload documents',
    rate: 'upload',
    upload: { field: 'document', maxBytes: MAX_FILE_BYTES },
    maxBodyBytes: MAX_FILE_BYTES + FORM_BYTES,
    refusals: ['ACCOUNT_TYPE_FORBIDDEN', 'INVALID_STATE', 'NOT_FOUND'],
  })
  @ApiConsumes('multipart/form-data')
  @ApiBody({ schema: FORM as never })
  upload(
    @By() caller: UserCaller,
    @Context() context: RequestContext,
    @ClientAddress() address: string,
    @Upload() file: Buffer,
    @Body() { doc_type: docType, tier }: UploadDocumentDto,
  ) {
    const chosen = { docType, tier: tier === '1' ? (1 as const) : (2 as const) };
    return this.uploads.run({ caller, address, ...chosen, file }, context);
  }
}
