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
    return identifierOf(text, meant, isLocal(text, meant) ? await this.countryOf(callerId) : undefined);
  }

  /** The same for many, whose caller is looked up once, and only where one of them needs it. */
  async identifyAll(callerId: string, texts: readonly string[]): Promise<(Identifier | null)[]> {
    const meant = texts.map((text) => ({ text, type: typeOf(text) }));
    const needed = meant.some(({ text, type }) => isLocal(text, type));
    const country = needed ? await this.countryOf(callerId) : undefined;
    return meant.map(({ text, type }) => identifierOf(text, type, country));
  }

  /** Null where nobody is known by `text`. */
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
