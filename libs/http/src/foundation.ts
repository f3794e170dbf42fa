import type { DynamicModule } from '@nestjs/common';
import { type Config, ConfigModule, type HostName } from '@app/config';
import { DatabaseModule } from '@app/database';
import { WritePathModule } from '@app/write-path';
import type { Clock } from '@app/kernel';
import { QueueModule } from '@app/queue';
import { HttpModule } from './http.module';

/** Modules of every app: configuration and clock, database, write path, work queue, HTTP. */
export function foundation(host: HostName, config: Config, clock?: Clock): DynamicModule[] {
  return [
    ConfigModule.with(config, clock),
    DatabaseModule.forRoot(),
    WritePathModule.forRoot(),
    QueueModule.forRoot(config),
    HttpModule.forHost(host),
  ];
}
