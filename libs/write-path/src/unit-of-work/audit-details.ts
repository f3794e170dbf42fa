/** What an entry of the audit log says besides who did what and when. */
export interface AuditDetails {
  subject?: string;
  before?: object;
  after?: object;
  reason?: string;
}
