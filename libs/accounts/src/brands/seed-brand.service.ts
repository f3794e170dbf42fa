import { Injectable } from '@nestjs/common';
import { PicturesService } from '@app/pages';
import { Commands } from '@app/write-path';
import { SetLogo } from './commands/set-logo';
import { UpdateBrand } from './commands/update-brand';
import type { BrandEntries } from './brand.aggregate';
import { LOGO_FIELD } from './flows/upload-logo';

/** Brands of demo accounts. */
@Injectable()
export class SeedBrandService {
  constructor(
    private readonly commands: Commands,
    private readonly pictures: PicturesService,
  ) {}

  async seed(
    ownerId: string,
    entries: BrandEntries & { supportEmail?: string },
    logo: Buffer,
  ): Promise<void> {
    await this.commands.execute(new UpdateBrand(ownerId, entries, '127.0.0.1'));
    await this.commands.execute(new SetLogo(ownerId, await this.pictures.drawLogo(logo, LOGO_FIELD)));
  }
}
