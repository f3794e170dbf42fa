import type { ComponentType } from 'preact';
import type { MenuGroup } from './menu';

/** What a person can open in the console. Merchants and staff have no screen in common, so that each loads only its own. */
export interface Side {
  menu: MenuGroup[];
  screens: [path: string, component: ComponentType][];
}

/** That of the person signed in, once it has loaded. */
export let side: Side;

export function setSide(loaded: Side): void {
  side = loaded;
}
