import type { Scene } from '../support/figures';
import type { Server } from '../support/server';
import { engineScene } from './engine';
import { transfersScene } from './transfers';

export interface SceneOptions {
  quick: boolean;
}

type MakeScene = (server: Server, options: SceneOptions) => Promise<Scene>;
type SceneName = 'transfers' | 'engine';

export const SCENES: Record<SceneName, MakeScene> = {
  transfers: transfersScene,
  engine: engineScene,
};

/** One ratio: a figure over another one of the same scene. */
export interface Row {
  name: string;
  says: string;
  scene: SceneName;
  of: string;
  over: string;
  target: { atLeast: number } | { atMost: number };
  unit: '/s' | 'ms';
}

export const ROWS: Row[] = [
  {
    name: 'one-process',
    says: 'transfers over HTTP, one process : the posting function alone, pgbench with 64 clients',
    scene: 'transfers',
    of: 'http',
    over: 'pgbench',
    target: { atLeast: 1 },
    unit: '/s',
  },
  {
    name: 'two-processes',
    says: 'the same, two processes : pgbench with 64 clients',
    scene: 'transfers',
    of: 'http-two',
    over: 'pgbench',
    target: { atLeast: 1.5 },
    unit: '/s',
  },
  {
    name: 'merchant',
    says: 'everybody pays one merchant : everybody pays somebody at random',
    scene: 'transfers',
    of: 'http-merchant',
    over: 'http',
    target: { atLeast: 0.9 },
    unit: '/s',
  },
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
