export * from './kyc.module';
