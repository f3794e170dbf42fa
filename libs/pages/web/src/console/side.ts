import type { ComponentType } from 'preact';
import type { MenuGroup } from './menu';

/** What a person can open in the console. Merchants and staff have no screen in common, so that each loads only its own. */
export interface Side {
  menu: MenuGroup[];
  screens: [path: string, component: ComponentType][];
}

export let side: Side;

export async function loadSide(isOfStaff: boolean): Promise<void> {
  side = (await (isOfStaff ? import('./staff/screens') : import('./merchant/screens'))).default;
}
