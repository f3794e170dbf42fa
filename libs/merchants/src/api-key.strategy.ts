import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { API_KEY_STRATEGY, type AppCaller, type PublicKeyCaller } from '@app/http';
import { HeaderAPIKeyStrategy } from 'passport-headerapikey';
import { ApiKeyQueries } from './api-key.queries';

const KEY = /^(?:(?:sk|pk)_(?:live|test)|ck_(?:sec|pub))_[0-9A-Za-z]{43}$/;

/** Whom an API key speaks for. */
@Injectable()
export class ApiKeyStrategy extends PassportStrategy(HeaderAPIKeyStrategy, API_KEY_STRATEGY) {
  constructor(private readonly keys: ApiKeyQueries) {
    // Never let it pass the request on: it would put it behind the callback, and the first request would end the process.
    super({ header: 'X-API-Key', prefix: '' }, false);
  }

  async validate(key: string): Promise<AppCaller | PublicKeyCaller | false> {
    return (KEY.test(key) && (await this.keys.callerOf(key))) || false;
  }
}
