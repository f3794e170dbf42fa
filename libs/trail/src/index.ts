export { type GatewayExchange, GatewayExchangesStore } from './exchanges/gateway-exchanges.store';
export * from './exchanges/jobs/purge-gateway-exchanges';
export * from './journals/jobs/link-journals';
export { entryOf } from './stories/story-select.mapping';
export type { StoryObjects, StorySource } from './stories/story-source.port';
export * from './trail.module';
