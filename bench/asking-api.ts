import 'reflect-metadata';
import { runApp } from '@app/http';
import { BusinessApi } from '../apps/business-api/src/business-api.module';
import { RememberedCallers } from '../libs/accounts/src/sign-in/session-cache.service';

/** The business host without its memory of callers: every request asks who it is from. */
RememberedCallers.prototype.find = () => null;

void runApp(BusinessApi.with, 'business');
