import { Baseline1764115200000 } from './1764115200000-baseline';
import { Refunds1764460800000 } from './1764460800000-refunds';

/** In the order in which they run. */
export const migrations = [Baseline1764115200000, Refunds1764460800000];
