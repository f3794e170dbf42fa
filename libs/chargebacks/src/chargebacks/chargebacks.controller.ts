import { Body, Query } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import {
  type AppCaller,
  By,
  ClientAddress,
  Context,
  GetAction,
  ownerOf,
  PostAction,
  Upload,
  type UserCaller,
  WireController,
} from '@app/http';
import type { Mode } from '@app/kernel';
import { Commands, type RequestContext } from '@app/write-path';
import { ChargebackListsService } from './chargeback-lists.service';
import { chargebackDetailView, chargebackFileView, chargebackView } from './chargeback.view';
import { ChargebackListQuery, ChargebackQuery, RespondBody } from './chargebacks.dto';
import { RespondToChargeback } from './commands/respond-to-chargeback';
import { FILE_FIELD, UploadEvidence } from './flows/upload-evidence';

const MAX_FILE_BYTES = 5_000_000;
/** Boundaries, headers and the id of the chargeback. */
const FORM_BYTES = 64 * 1024;

const FORM = {
  type: 'object',
  required: ['chargeback_id', FILE_FIELD],
  properties: {
    chargeback_id: { type: 'string', maxLength: 100, description: 'cb_live_…' },
    [FILE_FIELD]: {
      type: 'string',
      format: 'binary',
      description: 'JPEG or PNG, at most 5,000,000 bytes and 40 megapixels',
    },
  },
};

const READ = {
  credentials: ['session', 'secret-key'],
  scope: 'charges:read',
  team: 'payments:read',
} as const;
const ANSWER = { credentials: ['session'], team: 'disputes' } as const;

/** People answer for live payments; a key reads those of its mode. */
const modeOf = (caller: UserCaller | AppCaller): Mode => (caller.kind === 'app' ? caller.mode : 'live');

/** `business.php?section=chargebacks`: chargebacks of card payments. */
@WireController('business.php')
export class ChargebacksController {
  constructor(
    private readonly commands: Commands,
    private readonly chargebacks: ChargebackListsService,
    private readonly uploads: UploadEvidence,
  ) {}

  @GetAction('chargebacks/list', { ...READ, summary: 'Chargebacks of the account, newest first' })
  async list(@By() caller: UserCaller | AppCaller, @Query() query: ChargebackListQuery) {
    const { status, session_id: sessionId } = query;
    const owner = { ownerId: ownerOf(caller), mode: modeOf(caller) };
    return (await this.chargebacks.list(owner, { status, sessionId }, query)).map((row) =>
      chargebackView(row),
    );
  }

  @GetAction('chargebacks/detail', {
    ...READ,
    summary: 'One chargeback with the files that were uploaded for it',
    refusals: ['NOT_FOUND'],
  })
  async detail(@By() caller: UserCaller | AppCaller, @Query() { chargeback_id: id }: ChargebackQuery) {
    const { chargeback, files } = await this.chargebacks.find(ownerOf(caller), modeOf(caller), id);
    return { chargeback: chargebackDetailView(chargeback, files) };
  }

  @PostAction('chargebacks/respond', {
    ...ANSWER,
    summary: 'Accept a chargeback, or contest it with a comment and files',
    pin: true,
    // An account that owes for chargebacks answers them too.
    sendsMoney: false,
    idempotent: true,
    refusals: ['INVALID_STATE', 'NOT_FOUND'],
  })
  respond(@By() caller: UserCaller, @Context() context: RequestContext, @Body() body: RespondBody) {
    const { chargeback_id: id, decision, comment = null, file_ids: fileIds = [] } = body;
    const command = new RespondToChargeback(ownerOf(caller), id, { decision, comment, fileIds });
    return this.commands.answer(context, command, (chargeback) => ({
      chargeback: chargebackView(chargeback),
    }));
  }

  @PostAction('chargebacks/upload', {
    ...ANSWER,
    summary: 'Upload a picture as evidence: JPEG or PNG, five for each chargeback',
    rate: 'upload',
    upload: { field: FILE_FIELD, maxBytes: MAX_FILE_BYTES },
    maxBodyBytes: MAX_FILE_BYTES + FORM_BYTES,
    refusals: ['INVALID_STATE', 'LIMIT_REACHED', 'NOT_FOUND'],
  })
  @ApiConsumes('multipart/form-data')
  @ApiBody({ schema: FORM as never })
  upload(
    @By() caller: UserCaller,
    @Context() context: RequestContext,
    @ClientAddress() address: string,
    @Upload() file: Buffer,
    @Body() { chargeback_id: chargebackId }: ChargebackQuery,
  ) {
    const upload = { ownerId: ownerOf(caller), chargebackId, address, file };
    return this.uploads.run(upload, context, (kept) => ({ file: chargebackFileView(kept) }));
  }
}
