import { Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import type { Brand } from './brand.aggregate';
import { logoAddress } from './brand-logo.policy';
import { BrandRepository } from './brand.repository';
import { brandView } from './brand.view';
import { SupportEmailCodesService } from './support-email-codes.service';

/** Brands as their owners see them. */
@Injectable()
export class OwnBrandService {
  constructor(
    private readonly brands: BrandRepository,
    private readonly codes: SupportEmailCodesService,
    private readonly config: Config,
  ) {}

  async of(ownerId: string) {
    const [brand, unconfirmed] = await Promise.all([
      this.brands.ofOwner(ownerId),
      this.codes.unconfirmedOf(ownerId),
    ]);
    return this.viewOf(brand, unconfirmed);
  }

  viewOf(brand: Brand, unconfirmedEmail: string | null) {
    return brandView(brand, unconfirmedEmail, this.logoUrlOf(brand));
  }

  logoUrlOf({ logoHash }: Brand): string | null {
    return logoHash && logoAddress(this.config, logoHash);
  }
}
