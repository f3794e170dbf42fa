import 'reflect-metadata';
import { runApp } from '@app/http';
import { SandboxApiModule } from './sandbox-api.module';

void runApp(SandboxApiModule.with, 'sandbox');
