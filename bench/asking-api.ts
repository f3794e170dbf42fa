import 'reflect-metadata';
import { runApp } from '@app/http';
import { BusinessApiModule } from '../apps/business-api/src/business-api.module';
import { SessionCacheService } from '../libs/accounts/src/sessions/session-cache.service';

/** The business host without its session cache, so that every request reads its caller from the database. */
SessionCacheService.prototype.find = () => null;

void runApp(BusinessApiModule.with, 'business');
