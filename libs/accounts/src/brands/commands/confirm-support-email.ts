import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Brand } from '../brand.aggregate';
import { BrandRepository } from '../brand.repository';
import { SupportEmailCodesService } from '../support-email-codes.service';

/** Makes a proved address the support address of a brand, with the code that `SupportEmailCodesService.check` accepted. */
export class ConfirmSupportEmail extends Command<Brand> {
  constructor(
    readonly ownerId: string,
    readonly code: { id: string; email: string },
  ) {
    super();
  }
}

@CommandHandler(ConfirmSupportEmail)
export class ConfirmSupportEmailHandler implements ICommandHandler<ConfirmSupportEmail> {
  constructor(
    private readonly brands: BrandRepository,
    private readonly codes: SupportEmailCodesService,
  ) {}

  async execute({ ownerId, code }: ConfirmSupportEmail): Promise<Brand> {
    const brand = await this.brands.ofOwner(ownerId);
    // Another request has used the code.
    if (brand.supportEmail === code.email) throw this.codes.runOut();
    brand.supportEmail = code.email;
    this.codes.spend(ownerId, code.id);
    this.brands.put(brand);
    return brand;
  }
}
