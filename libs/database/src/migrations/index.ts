import { Baseline1764115200000 } from './1764115200000-baseline';
import { Team1764288000000 } from './1764288000000-team';

/** In the order in which they run. */
export const migrations = [Baseline1764115200000, Team1764288000000];
