export * from './egress.module';
export * from './egress-client';
export * from './egress-policy';
export * from './egress-probe';
export { isPublicAddress } from './public-address';
