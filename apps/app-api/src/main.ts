import 'reflect-metadata';
import { runApp } from '@app/http';
import { AppApi } from './app-api.module';

void runApp(AppApi.with, 'app');
