import type { HostName } from '@app/config';

/** A host that serves actions. */
export type ApiHost = Exclude<HostName, 'scheduler'>;

/** Who reads a document: merchants and people, or staff. */
export type Audience = 'public' | 'staff';
