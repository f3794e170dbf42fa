export * from './config';
export * from './config.module';
export * from './derived-key';
export * from './schema';
export * from './vault';
