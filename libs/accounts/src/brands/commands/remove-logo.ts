import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { noLogo } from '../brand.errors';
import { BrandRepository } from '../brand.repository';

/** Takes the logo away from a brand; its address answers 404 from then on. */
export class RemoveLogo extends Command<void> {
  constructor(readonly ownerId: string) {
    super();
  }
}

@CommandHandler(RemoveLogo)
export class RemoveLogoHandler implements ICommandHandler<RemoveLogo> {
  constructor(private readonly brands: BrandRepository) {}

  /** Throws INVALID_STATE where it has none. */
  async execute({ ownerId }: RemoveLogo): Promise<void> {
    const brand = await this.brands.ofOwner(ownerId);
    if (brand.logoHash === null) throw noLogo();
    brand.setLogo(null);
    this.brands.put(brand);
    this.brands.removeLogo(ownerId);
  }
}
