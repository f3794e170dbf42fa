import type { HttpAnswer } from './http-client';
import { picture } from './identity-files';
import type { TestStaff, TestUser } from './people';
import type { Platform } from './platform';
import { upload } from './uploads';

interface Uploaded {
  id: string;
  doc_type: string;
  status: string;
}

/** Uploads of people and decisions of a reviewer. */
export class KycDesk {
  constructor(
    private readonly platform: Platform,
    readonly reviewer: TestStaff,
  ) {}

  async uploaded({ token }: { token: string }, docType: string, tier = 1, file?: Buffer): Promise<Uploaded> {
    const answer = await upload(this.platform, file ?? (await picture()), { token, docType, tier });
    if (answer.status !== 200) throw new Error(`upload: ${answer.status} ${answer.text}`);
    return answer.body as Uploaded;
  }

  act(action: string, id: string, body: object = {}, { token } = this.reviewer): Promise<HttpAnswer> {
    const path = `admin.php?section=kyc&action=${action}`;
    return this.platform.post('business', path, { document_id: id, ...body }, { token });
  }

  approve(id: string, body: object = {}, by = this.reviewer): Promise<HttpAnswer> {
    return this.act('approve', id, body, by);
  }

  look(query: string, { token } = this.reviewer): Promise<HttpAnswer> {
    return this.platform.get('business', `admin.php?section=kyc&action=document&${query}`, { token });
  }

  async queue(query = '', { token } = this.reviewer): Promise<Record<string, unknown>[]> {
    const path = `admin.php?section=kyc&action=queue&per_page=100${query}`;
    return (await this.platform.get('business', path, { token })).body.data.data;
  }

  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test asserts the shape it expects
  async statusOf({ token }: { token: string }): Promise<any> {
    return (await this.platform.get('app', 'kyc.php?action=status', { token })).body;
  }

  /** The picture of a stored page. */
  async pageOf(id: string, page = 1): Promise<Buffer> {
    const url = `${this.platform.urls.business}/api/admin.php?section=kyc&action=document&document_id=${id}&page=${page}`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${this.reviewer.token}` } });
    const type = response.headers.get('content-type');
    if (response.status !== 200 || type !== 'image/jpeg') throw new Error(`page: ${response.status} ${type}`);
    return Buffer.from(await response.arrayBuffer());
  }

  async atLevelOne(): Promise<TestUser> {
    const user = await this.platform.signUp();
    for (const docType of ['passport', 'selfie']) await this.approve((await this.uploaded(user, docType)).id);
    return user;
  }

  /** A new session, for times after the first one has ended. */
  async signIn({ email, password }: TestUser): Promise<{ token: string }> {
    const { body } = await this.platform.post('business', 'auth.php?action=login', { email, password });
    return { token: body.access_token as string };
  }

  /** The date this many days from now, in UTC. */
  day(days: number): string {
    return new Date(this.platform.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
  }
}
