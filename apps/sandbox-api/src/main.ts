import 'reflect-metadata';
import { runApp } from '@app/http';
import { SandboxApi } from './sandbox-api.module';

void runApp(SandboxApi.with, 'sandbox');
