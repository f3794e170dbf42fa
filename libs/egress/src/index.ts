export * from './egress.module';
export * from './egress-client';
export * from './egress-policy';
export { isPublicAddress } from './public-address';
