import { Injectable } from '@nestjs/common';
import {
  type DirectoryEntry,
  type Identifier,
  identifierOf,
  type RecipientType,
  typeOf,
  UserDirectory,
} from '@app/accounts';

/** Finds whom a caller means; a phone number without a country code is dialled from the caller's own country. */
@Injectable()
export class Recipients {
  constructor(private readonly directory: UserDirectory) {}

  /** What `text` is as a caller means it; null where it can name nobody. */
  async identify(callerId: string, text: string, type?: RecipientType): Promise<Identifier | null> {
    const meant = type ?? typeOf(text);
    const isLocal = meant === 'phone' && /^[\d(]/.test(text.trim());
    const country = isLocal ? (await this.directory.standingOf(callerId))?.countryCode : undefined;
    return identifierOf(text, meant, country);
  }

  /** Null where nobody is known by `text`. */
  async find(callerId: string, text: string, type?: RecipientType): Promise<DirectoryEntry | null> {
    const identifier = await this.identify(callerId, text, type);
    return identifier && this.directory.find(identifier);
  }
}
