export { assertNotOwn, OwnObject } from './access/assert-not-own';
export { assertRecentProof } from './access/recent-proof';
export * from './access/caller';
export * from './addresses/client-address';
export * from './access/allowed-origins';
export * from './access/host';
export * from './addresses/ip-ranges';
export * from './access/policy';
export * from './access/ports';
export * from './access/access.errors';
export * from './access/scopes';
export { isSameOrigin } from './access/same-origin';
export { assertStaffAddress, isStaffAddress } from './access/staff-networks';
export { assertCapability } from './access/team-access';
export * from './access/team-roles';
export { ManyPeopleViewed } from './audit/audit.events';
export { type Actor, AuditLogService } from './audit/audit-log.service';
export { PeopleViewedService } from './audit/people-viewed.service';
export * from './bootstrap';
export * from './foundation';
export * from './http.module';
export { type CountedNetwork, networksOf } from './limits/address-networks';
export { HeldPlaces, networkShares } from './limits/held-places';
export { OwnServersService } from './limits/own-servers.service';
export { PolicyGuard } from './admission/policy.guard';
export { RATE_CLASSES } from './limits/rate-classes';
export { rateLimited } from './limits/rate-limit.errors';
export { setRateHeaders } from './limits/rate-limit.headers';
export { type RateLimitRecord, RateLimitStorage } from './limits/rate-limit.storage';
export { LOGGER } from './logging/logger';
export { metricsRegistry } from './operations/metrics';
export type { EventDescription } from './openapi/events';
export * from './openapi/reference';
export { ReferenceDocumentsService } from './openapi/reference-documents.service';
export type { Schema } from './openapi/schemas';
export * from './staff/action-holds.port';
export { type AnswerAction, StaffActionsService } from './staff/staff-actions.service';
export { Compiled } from './validation/compiled';
export { Day } from './validation/day';
export * from './validation/decorators';
export { CompanyName, DisplayName } from './validation/display-name';
export { Nested } from './validation/nested';
export {
  Normal,
  normalCode,
  normalEmail,
  normalInt,
  normalUpperCase,
  normalUsertag,
} from './validation/normal';
export * from './validation/pipe';
export { RateValue } from './validation/rate-value';
export { Rows } from './validation/rows';
export * from './validation/text';
export * from './validation/text-fields';
export { ArrivedAt, By, Context, ClientAddress, Upload } from './admission/request-context';
export { csvLine } from './wire/csv';
export { DRY_RUN_HEADER } from './wire/dry-run';
export * from './wire/envelope';
export { ErrorFilter } from './wire/error.filter';
export { type PageQuery, Place } from './wire/cursor';
export type { Listing } from './wire/listing';
export { acceptsHtml, type EncodedContent, inBestEncoding } from './wire/negotiation';
export * from './wire/page';
export * from './wire/page.dto';
export { walkPage, type WalkLimits } from './wire/walk';
export * from './wire/request';
export { ActionRegistry } from './wire/action-registry';
export * from './wire/actions';
