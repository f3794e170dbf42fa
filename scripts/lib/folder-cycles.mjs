/** The folder below `src` of a lib that a file is in; `src` itself for the files directly in it. */
const FOLDER = /^libs\/[^/]+\/src(?:\/[^/]+(?=\/))?/;
/** The index and modules wire a lib up, and tests use what they need. Another lib is imported by its index alone. */
const LEFT_OUT = /\/index\.ts$|\.module\.ts$|\.spec\.ts$/;

const folderOf = (file) => (LEFT_OUT.test(file) ? null : (FOLDER.exec(file)?.[0] ?? null));

/**
 * The imports through which folders of a lib import each other, directly or by way of further folders, each as
 * `file -> file`. `modules` are those of dependency-cruiser's report.
 */
export function importsInFolderCycles(modules) {
  const imports = modules
    .flatMap(({ source, dependencies }) => dependencies.map(({ resolved }) => ({ source, resolved })))
    .map((one) => ({ ...one, from: folderOf(one.source), to: folderOf(one.resolved) }))
    .filter(({ from, to }) => from !== null && to !== null && from !== to);
  const next = new Map();
  for (const { from, to } of imports) next.set(from, (next.get(from) ?? new Set()).add(to));
  const reaches = (folder, goal, seen = new Set()) => {
    if (folder === goal) return true;
    if (seen.has(folder)) return false;
    seen.add(folder);
    return [...(next.get(folder) ?? [])].some((to) => reaches(to, goal, seen));
  };
  return imports
    .filter(({ from, to }) => reaches(to, from))
    .map(({ source, resolved }) => `${source} -> ${resolved}`)
    .sort();
}
