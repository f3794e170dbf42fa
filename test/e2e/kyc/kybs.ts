import { eventually } from '../../support/eventually';
import { type CallOptions, type HttpAnswer, outcomeOf } from '../../support/http-client';
import type { TestStaff, TestUser } from '../../support/people';
import type { Platform } from '../../support/platform';

const CONTENT = {
  legal_name: 'Okafor Trading Limited',
  registration_number: 'RC 1234567',
  country_code: 'NG',
  address: '12 Marina Road, Lagos',
};

/** Requests of businesses and of the staff who review them. */
export class KybTrials {
  constructor(
    private readonly platform: Platform,
    private readonly compliance: TestStaff,
  ) {}

  business(): Promise<TestUser> {
    return this.platform.signUp({ account_type: 'business', business_name: 'Okafor Trading' });
  }

  submit({ token }: { token: string }, changes: object = {}, options: CallOptions = {}): Promise<HttpAnswer> {
    const body = { ...CONTENT, ...changes };
    return this.platform.post('business', 'kyc.php?action=submit-kyb', body, { token, ...options });
  }

  staffGet(action: string, { token }: { token: string } = this.compliance): Promise<HttpAnswer> {
    return this.platform.get('business', `admin.php?section=kyb&action=${action}`, { token });
  }

  staffPost(
    action: string,
    body: object,
    { token }: { token: string } = this.compliance,
  ): Promise<HttpAnswer> {
    return this.platform.post('business', `admin.php?section=kyb&action=${action}`, body, { token });
  }

  async statusOf({ token }: { token: string }): Promise<string> {
    const { body } = await this.platform.get('business', 'auth.php?action=profile', { token });
    return body.user.kyb_status;
  }

  /** The pending submission of a business, as staff name it. */
  async pendingOf({ id }: { id: string }): Promise<{ user_id: string; submission_id: string }> {
    const rows = await this.platform.sql<{ id: string }>(
      `SELECT id FROM kyb_submissions WHERE user_id = $1 AND status = 'pending'`,
      [id],
    );
    return { user_id: id, submission_id: rows[0]!.id };
  }

  async approved(): Promise<TestUser> {
    const owner = await this.business();
    await this.submit(owner);
    const answer = await this.staffPost('approve', await this.pendingOf(owner));
    if (answer.status !== 200) throw new Error(`approve: ${outcomeOf(answer)}`);
    return owner;
  }

  noticeOf({ token }: TestUser, type: string): Promise<{ type: string; body: string }> {
    return eventually(async () => {
      const { body } = await this.platform.get('business', 'notifications.php?action=list', { token });
      return (body.data.data as { type: string; body: string }[]).find((one) => one.type === type);
    });
  }
}
