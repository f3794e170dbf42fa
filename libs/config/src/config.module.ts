import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Clock, SystemClock } from '@app/kernel';
import { Config } from './config';
import { SigningKey } from './signing-key';
import { Vault } from './vault';

/** Gives every module the configuration, the clock and the keys. Tests hand in their own of the first two. */
@Global()
@Module({})
export class ConfigModule {
  static with(config: Config = Config.from(process.env), clock: Clock = new SystemClock()): DynamicModule {
    return {
      module: ConfigModule,
      providers: [
        { provide: Config, useValue: config },
        { provide: Clock, useValue: clock },
        { provide: Vault, useValue: new Vault(config) },
        { provide: SigningKey, useValue: new SigningKey(config) },
      ],
      exports: [Config, Clock, Vault, SigningKey],
    };
  }
}
