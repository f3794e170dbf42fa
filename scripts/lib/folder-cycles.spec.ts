import { importsInFolderCycles } from './folder-cycles.mjs';

/** Modules of a lib from `file: the files it imports`, below its `src`. */
const modulesOf = (imports: Record<string, string[]>) =>
  Object.entries(imports).map(([source, targets]) => ({
    source: `libs/a/src/${source}`,
    dependencies: targets.map((target) => ({ resolved: `libs/a/src/${target}` })),
  }));

describe('importsInFolderCycles', () => {
  it('finds nothing where the imports between folders have one direction', () => {
    const modules = modulesOf({
      'high/one.ts': ['high/commands/two.ts', 'low/three.ts', 'four.ts'],
      'high/commands/two.ts': ['high/one.ts', 'low/three.ts'],
      'low/three.ts': ['four.ts'],
    });
    expect(importsInFolderCycles(modules)).toEqual([]);
  });

  it('finds two folders that import each other', () => {
    const modules = modulesOf({
      'x/one.ts': ['y/two.ts'],
      'y/commands/three.ts': ['x/four.ts', 'z/five.ts'],
    });
    expect(importsInFolderCycles(modules)).toEqual([
      'libs/a/src/x/one.ts -> libs/a/src/y/two.ts',
      'libs/a/src/y/commands/three.ts -> libs/a/src/x/four.ts',
    ]);
  });

  it('counts the files directly in src as a folder', () => {
    const modules = modulesOf({ 'one.ts': ['x/two.ts'], 'x/three.ts': ['four.ts'] });
    expect(importsInFolderCycles(modules)).toHaveLength(2);
  });

  it('finds folders that import each other by way of a third', () => {
    const modules = modulesOf({
      'x/one.ts': ['y/two.ts'],
      'y/three.ts': ['z/four.ts'],
      'z/five.ts': ['x/six.ts'],
    });
    expect(importsInFolderCycles(modules)).toHaveLength(3);
  });

  it('leaves out the index, modules, tests and other libs', () => {
    const modules = modulesOf({
      'index.ts': ['x/one.ts'],
      'x/one.ts': ['index.ts', 'y/y.module.ts', '../../b/src/index.ts', '../../../apps/c/src/main.ts'],
      'y/y.module.ts': ['x/one.ts'],
      'y/two.ts': ['x/one.ts'],
      'x/one.spec.ts': ['y/two.ts'],
    });
    expect(importsInFolderCycles(modules)).toEqual([]);
  });
});
