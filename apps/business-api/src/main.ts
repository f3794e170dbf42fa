import 'reflect-metadata';
import { runApp } from '@app/http';
import { BusinessApi } from './business-api.module';

void runApp(BusinessApi.with, 'business');
