import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Clock, SystemClock } from '@app/kernel';
import { Config } from './config';

/** Gives every module the configuration and the clock. Tests hand in their own of both. */
@Global()
@Module({})
export class ConfigModule {
  static with(config: Config = Config.from(process.env), clock: Clock = new SystemClock()): DynamicModule {
    return {
      module: ConfigModule,
      providers: [
        { provide: Config, useValue: config },
        { provide: Clock, useValue: clock },
      ],
      exports: [Config, Clock],
    };
  }
}
