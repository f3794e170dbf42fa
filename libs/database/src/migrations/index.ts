import { Baseline1764115200000 } from './1764115200000-baseline';

/** In the order in which they run. */
export const migrations = [Baseline1764115200000];
