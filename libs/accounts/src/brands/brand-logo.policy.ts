import type { Config } from '@app/config';

const FILE = /^([0-9a-f]{64})\.png$/;

/** Below `/` on the hosts of the pages. The hash is that of the file, which never changes at its address. */
export const logoPath = (hash: string): string => `/brand/${hash}.png`;

/** For readers elsewhere, such as those of mails. */
export const logoAddress = ({ urls }: Config, hash: string): string => urls.checkout + logoPath(hash);

/** The hash in the name of a file; null where it is no name of a logo. */
export const hashIn = (file: string): string | null => FILE.exec(file)?.[1] ?? null;
