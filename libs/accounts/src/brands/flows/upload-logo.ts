import { Injectable } from '@nestjs/common';
import { networksOf } from '@app/http';
import { FairLimit } from '@app/kernel';
import { PicturesService } from '@app/pages';
import { Commands, type RequestContext } from '@app/write-path';
import type { Brand } from '../brand.aggregate';
import { SetLogo } from '../commands/set-logo';

/** The field of the form. */
export const LOGO_FIELD = 'logo';
/** Logos that one process draws at once: each may take the memory of a picture of 16 megapixels. */
const AT_WORK = 1;

/** Draws an uploaded logo anew and commits it. */
@Injectable()
export class UploadLogo {
  private readonly limit = new FairLimit(AT_WORK);

  constructor(
    private readonly pictures: PicturesService,
    private readonly commands: Commands,
  ) {}

  /** Networks take turns. Throws VALIDATION_ERROR for a file that is no small picture of its kind. */
  async run<V extends object>(
    upload: { ownerId: string; address: string; file: Buffer },
    context: RequestContext,
    present: (brand: Brand) => V,
  ) {
    const { ownerId, address, file } = upload;
    const network = networksOf(address)[0]!.key;
    const logo = await this.limit.schedule(network, () => this.pictures.drawLogo(file, LOGO_FIELD));
    return this.commands.answer(context, new SetLogo(ownerId, logo), present);
  }
}
