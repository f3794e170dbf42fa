import { Injectable } from '@nestjs/common';
import { type Identifier, identifierOf, type RecipientType, typeOf } from './identifier.policy';
import { type DirectoryEntry, UserDirectoryQueries } from './user-directory.queries';

/** Finds the account that a caller names; a phone number without a country code is in the caller's own country. */
@Injectable()
export class RecipientsService {
  constructor(private readonly directory: UserDirectoryQueries) {}

  /** Reads `text` as this caller's identifier of an account; null where it is not one. */
  async identify(callerId: string, text: string, type?: RecipientType): Promise<Identifier | null> {
    const meant = type ?? typeOf(text);
    return identifierOf(text, meant, isLocal(text, meant) ? await this.countryOf(callerId) : undefined);
  }

  /** The same for many texts. The caller is looked up once, and only where one of the texts needs the country. */
  async identifyAll(callerId: string, texts: readonly string[]): Promise<(Identifier | null)[]> {
    const meant = texts.map((text) => ({ text, type: typeOf(text) }));
    const needed = meant.some(({ text, type }) => isLocal(text, type));
    const country = needed ? await this.countryOf(callerId) : undefined;
    return meant.map(({ text, type }) => identifierOf(text, type, country));
  }

  /** Null where no account has this identifier. */
  async find(callerId: string, text: string, type?: RecipientType): Promise<DirectoryEntry | null> {
    const identifier = await this.identify(callerId, text, type);
    return identifier && this.directory.find(identifier);
  }

  private async countryOf(callerId: string): Promise<string | undefined> {
    return (await this.directory.standingOf(callerId))?.countryCode;
  }
}

function isLocal(text: string, type: RecipientType): boolean {
  return type === 'phone' && /^[\d(]/.test(text.trim());
}
