import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { AppCaller, PublicKeyCaller } from '@app/http';
import { HeaderAPIKeyStrategy } from 'passport-headerapikey';
import { ApiKeyQueries } from './api-key.queries';

const KEY = /^(?:(?:sk|pk)_(?:live|test)|ck_(?:sec|pub))_[0-9A-Za-z]{43}$/;

/** The caller that an API key identifies. */
@Injectable()
export class ApiKeyStrategy extends PassportStrategy(HeaderAPIKeyStrategy) {
  constructor(private readonly keys: ApiKeyQueries) {
    // `passReqToCallback` stays false: the library would pass the request after the callback, which ends the process.
    super({ header: 'X-API-Key', prefix: '' }, false);
  }

  async validate(key: string): Promise<AppCaller | PublicKeyCaller | false> {
    return (KEY.test(key) && (await this.keys.callerOf(key))) || false;
  }
}
