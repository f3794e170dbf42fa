import 'reflect-metadata';
import { runApp } from '@app/http';
import { BusinessApi } from '../apps/business-api/src/business-api.module';
import { SessionCache } from '../libs/accounts/src/sessions/session-cache.service';

/** The business host without its session cache, so that every request reads its caller from the database. */
SessionCache.prototype.find = () => null;

void runApp(BusinessApi.with, 'business');
