import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { notFound } from '@app/kernel';
import { PhoneCodesService } from '../../codes/phone-codes.service';
import { PhoneLimitsService } from '../../codes/phone-limits.service';
import { phoneNumber } from '../phone.policy';
import { ProfilesService, type UserView } from '../profiles.service';
import { UserRepository } from '../user.repository';

/** Absent: unchanged. */
export interface ProfileEntries {
  firstName?: string;
  lastName?: string;
  /** As people write it; null removes the number. */
  phone?: string | null;
}

/**
 * Changes name and phone number. A new number is unproved, and gets a code where the limits allow it. Its result is the
 * profile, and whether a code was sent.
 */
export class UpdateProfile extends Command<{ user: UserView; codeSent: boolean }> {
  constructor(
    readonly userId: string,
    readonly entries: ProfileEntries,
    readonly ip: string,
  ) {
    super();
  }
}

@CommandHandler(UpdateProfile)
export class UpdateProfileHandler implements ICommandHandler<UpdateProfile> {
  constructor(
    private readonly users: UserRepository,
    private readonly profiles: ProfilesService,
    private readonly phoneCodes: PhoneCodesService,
    private readonly phoneLimits: PhoneLimitsService,
  ) {}

  async execute({ userId, entries, ip }: UpdateProfile): Promise<{ user: UserView; codeSent: boolean }> {
    const user = await this.users.findOneBy({ id: userId });
    if (!user) throw notFound('User');
    const { firstName, lastName, phone: text } = entries;
    const phone = typeof text === 'string' ? phoneNumber(text, user.countryCode) : text;
    const isNewPhone = user.changeProfile({ firstName, lastName, phone });
    this.users.save(user);
    if (isNewPhone) this.phoneCodes.discard(userId);
    const codeSent = isNewPhone && Boolean(phone) && (await this.sendCode(userId, phone!, user, ip));
    return { user: await this.profiles.profileOf(user), codeSent };
  }

  private async sendCode(
    userId: string,
    phone: string,
    { emailVerifiedAt }: { emailVerifiedAt: Date | null },
    ip: string,
  ): Promise<boolean> {
    if (!emailVerifiedAt || !(await this.phoneLimits.allows(userId, phone, ip))) return false;
    this.phoneCodes.issue(userId, phone);
    return true;
  }
}
