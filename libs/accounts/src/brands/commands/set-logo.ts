import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { sha256 } from '@app/kernel';
import type { Logo } from '@app/pages';
import { UserRepository } from '../../people/user.repository';
import type { Brand } from '../brand.aggregate';
import { BrandRepository } from '../brand.repository';

/** Gives a brand a logo that was drawn, in place of the one before. */
export class SetLogo extends Command<Brand> {
  constructor(
    readonly ownerId: string,
    readonly logo: Logo,
  ) {
    super();
  }
}

@CommandHandler(SetLogo)
export class SetLogoHandler implements ICommandHandler<SetLogo> {
  constructor(
    private readonly users: UserRepository,
    private readonly brands: BrandRepository,
  ) {}

  async execute({ ownerId, logo }: SetLogo): Promise<Brand> {
    const { png, width, height } = logo.screen;
    const hash = sha256(png).toString('hex');
    const brand = await this.brands.ofOwner(ownerId);
    brand.setLogo({ hash, width, height });
    this.users.holdOpen(ownerId);
    this.brands.put(brand);
    this.brands.putLogo(ownerId, hash, logo);
    return brand;
  }
}
