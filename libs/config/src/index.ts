export * from './config';
export * from './config.module';
export * from './configuration-fault';
export * from './derived-key';
export * from './keyed-hash';
export * from './schema';
export * from './signing-key';
export * from './vault';
