import { Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { networksOf, rateLimited, RateLimitStorage } from '@app/http';
import { DomainError } from '@app/kernel';
import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import { phoneNotServed } from '../common/account.errors';

const DAY_MS = 24 * 3600 * 1000;
/** Text messages that an account has sent in a day, to all its numbers. */
const CODES_OF_ACCOUNT = 10;
/** Text messages that one number gets in a day, for all accounts together. */
const CODES_OF_NUMBER = 5;
/** Text messages to a block of a hundred numbers in a day: fraud with paid messages uses numbers in sequence. */
const CODES_OF_BLOCK = 25;
const BLOCK_DIGITS = 2;
/** Text messages that one client address has sent in a day, for all accounts together. */
const CODES_OF_ADDRESS = 20;

/**
 * Limits text messages, which cost money and earn it for fraudulent networks: mobile numbers of the served countries
 * only, and so many a day by client address, account, number, block of numbers and country.
 */
@Injectable()
export class PhoneLimitsService {
  constructor(
    private readonly storage: RateLimitStorage,
    private readonly config: Config,
  ) {}

  /** Counts a code. Throws VALIDATION_ERROR for a number that gets none, RATE_LIMITED past a daily limit. */
  async count(userId: string, phone: string, ip: string): Promise<void> {
    const { SMS_COUNTRIES, SMS_COUNTRY_DAILY_LIMIT } = this.config.env;
    const number = parsePhoneNumberFromString(phone);
    const country = number?.isValid() ? number.country : undefined;
    if (!country || !SMS_COUNTRIES.includes(country)) throw phoneNotServed();
    for (const { key, factor } of networksOf(ip))
      await this.hit(`sms-address ${key}`, CODES_OF_ADDRESS * factor);
    await this.hit(`sms-account ${userId}`, CODES_OF_ACCOUNT);
    await this.hit(`sms-number ${phone}`, CODES_OF_NUMBER);
    await this.hit(`sms-block ${phone.slice(0, -BLOCK_DIGITS)}`, CODES_OF_BLOCK);
    await this.hit(`sms-country ${country}`, SMS_COUNTRY_DAILY_LIMIT);
  }

  /** The same; false instead of an error. */
  async allows(userId: string, phone: string, ip: string): Promise<boolean> {
    try {
      await this.count(userId, phone, ip);
      return true;
    } catch (error) {
      if (error instanceof DomainError) return false;
      throw error;
    }
  }

  private async hit(key: string, limit: number): Promise<void> {
    const record = await this.storage.increment(key, DAY_MS, limit);
    if (record.isBlocked) throw rateLimited(record);
  }
}
