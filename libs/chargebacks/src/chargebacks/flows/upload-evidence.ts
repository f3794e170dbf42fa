import { Injectable } from '@nestjs/common';
import { networksOf } from '@app/http';
import { FairLimit } from '@app/kernel';
import { PicturesService } from '@app/pages';
import { Commands, type RequestContext } from '@app/write-path';
import { ChargebackListsService } from '../chargeback-lists.service';
import type { ChargebackFile } from '../chargeback-files.store';
import { AttachFile } from '../commands/attach-file';

/** The field of the form. */
export const FILE_FIELD = 'file';
/** Pictures that one process draws at once: each may take the memory of 40 megapixels. */
const AT_WORK = 1;

/** Draws an uploaded picture anew and commits it. */
@Injectable()
export class UploadEvidence {
  private readonly limit = new FairLimit(AT_WORK);

  constructor(
    private readonly chargebacks: ChargebackListsService,
    private readonly pictures: PicturesService,
    private readonly commands: Commands,
  ) {}

  /** Networks take turns. The picture is drawn for the owner of the chargeback alone: NOT_FOUND for others. */
  async run<V extends object>(
    upload: { ownerId: string; chargebackId: string; address: string; file: Buffer },
    context: RequestContext,
    present: (file: ChargebackFile) => V,
  ) {
    const { ownerId, chargebackId, address, file } = upload;
    await this.chargebacks.find(ownerId, 'live', chargebackId);
    const network = networksOf(address)[0]!.key;
    const { jpeg } = await this.limit.schedule(network, () => this.pictures.redraw(file, FILE_FIELD));
    return this.commands.answer(context, new AttachFile(ownerId, chargebackId, jpeg), present);
  }
}
