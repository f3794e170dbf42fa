import type { Scene } from '../support/figures';
import type { Server } from '../support/server';
import { engineScene } from './engine';

export interface SceneOptions {
  quick: boolean;
}

export const SCENES = {
  engine: engineScene,
} satisfies Record<string, (server: Server, options: SceneOptions) => Promise<Scene>>;

/** One ratio: a figure over another one of the same scene. */
export interface Row {
  name: string;
  says: string;
  scene: keyof typeof SCENES;
  of: string;
  over: string;
  target: { atLeast: number } | { atMost: number };
  unit: '/s' | 'ms';
}

export const ROWS: Row[] = [
  {
    name: 'engine',
    says: 'group committer, 256 in flight : pgbench posting batches of 256',
    scene: 'engine',
    of: 'engine',
    over: 'pgbench-batches',
    target: { atLeast: 0.85 },
    unit: '/s',
  },
];
