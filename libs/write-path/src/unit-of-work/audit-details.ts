/** Details of an audit log entry besides the actor, the action and the time. */
export interface AuditDetails {
  subject?: string;
  before?: object;
  after?: object;
  reason?: string;
}
