import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, notFound } from '@app/kernel';
import { MailLimitsService } from '../../codes/mail-limits.service';
import { phoneNumber } from '../../people/phone.policy';
import type { User } from '../../people/user.aggregate';
import { UserRepository } from '../../people/user.repository';
import type { Brand, BrandEntries } from '../brand.aggregate';
import { BrandRepository } from '../brand.repository';
import { SupportEmailCodesService } from '../support-email-codes.service';

export interface UpdatedBrand {
  brand: Brand;
  /** The support address that waits for its code. */
  unconfirmedEmail: string | null;
}

/** Changes a brand. A support address other than the proved one of the account gets a code, and takes effect with it. */
export class UpdateBrand extends Command<UpdatedBrand> {
  constructor(
    readonly ownerId: string,
    readonly entries: BrandEntries & { supportEmail?: string | null },
    readonly ip: string,
  ) {
    super();
  }
}

@CommandHandler(UpdateBrand)
export class UpdateBrandHandler implements ICommandHandler<UpdateBrand> {
  constructor(
    private readonly users: UserRepository,
    private readonly brands: BrandRepository,
    private readonly codes: SupportEmailCodesService,
    private readonly limits: MailLimitsService,
    private readonly clock: Clock,
  ) {}

  async execute({ ownerId, entries, ip }: UpdateBrand): Promise<UpdatedBrand> {
    const { supportEmail, supportPhone: phone, ...others } = entries;
    const user = await this.users.findOneBy({ id: ownerId });
    if (!user) throw notFound('User');
    const brand = await this.brands.ofOwner(ownerId);
    const supportPhone =
      typeof phone === 'string' ? phoneNumber(phone, user.countryCode, 'support_phone') : phone;
    brand.change({ ...others, supportPhone }, this.clock.now());
    const unconfirmed = await this.setSupportEmail(brand, user, supportEmail, ip);
    this.users.holdOpen(ownerId);
    this.brands.put(brand);
    return { brand, unconfirmedEmail: unconfirmed };
  }

  /** Returns the address that waits for a code. */
  private async setSupportEmail(
    brand: Brand,
    user: User,
    email: string | null | undefined,
    ip: string,
  ): Promise<string | null> {
    if (email === undefined) return this.codes.unconfirmedOf(user.id);
    const isProved = email === user.email && user.emailVerifiedAt !== null;
    if (email === null || isProved || email === brand.supportEmail) {
      brand.supportEmail = email;
      this.codes.discard(user.id);
      return null;
    }
    this.codes.issue(user.id, email, await this.limits.allowsChange(user.id, email, ip));
    return email;
  }
}
