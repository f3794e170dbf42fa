import type { ComponentType } from 'preact';
import type { ActionName } from './actions';
import type { IconName } from './parts/icons';
import type { TextName } from './texts';

export interface MenuEntry {
  path: string;
  icon: IconName;
  text: TextName;
  /** Shown to those who may call it. */
  needs?: ActionName;
  /** Opens the screen after `g`. */
  key: string;
}

export type MenuGroup = [name: TextName | null, entries: MenuEntry[]];

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
