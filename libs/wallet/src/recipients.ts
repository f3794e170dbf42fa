import { Injectable } from '@nestjs/common';
import { type DirectoryEntry, type RecipientType, UserDirectory } from '@app/accounts';

/** Finds whom a caller means; a phone number without a country code is dialled from the caller's own country. */
@Injectable()
export class Recipients {
  constructor(private readonly directory: UserDirectory) {}

  /** Null where nobody is known by `text`. */
  async find(callerId: string, text: string, type?: RecipientType): Promise<DirectoryEntry | null> {
    const mayBeLocalPhone = type === 'phone' || (type === undefined && !text.includes('@'));
    const isLocal = mayBeLocalPhone && /^[\d(]/.test(text.trim());
    const country = isLocal ? (await this.directory.standingOf(callerId))?.countryCode : undefined;
    return this.directory.resolveRecipient(text, type, country);
  }
}
