export { DeliveryWorker } from './delivery-worker';
export * from './endpoint-directory';
export * from './flows/send-test-ping';
export * from './jobs/create-partitions';
export * from './jobs/disable-failing-endpoints';
export { signatureHeaders } from './signature';
export * from './webhook-test.controller';
export * from './webhooks-worker.module';
export * from './webhooks.module';
