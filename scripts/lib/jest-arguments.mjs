const PROJECTS = ['unit', 'architecture', 'e2e', 'scenarios', 'proofs'];
const OPTIONS = ['--selectProjects', '--ignoreProjects'];

/**
 * Jest takes every value behind `--selectProjects` as the name of a project, including paths of tests. Here these options
 * take names of projects only and are moved to the end, so that a path may follow them.
 */
export function jestArguments(given) {
  const rest = [];
  const projects = new Map();
  let option;
  for (const value of given.flatMap(separated)) {
    if (OPTIONS.includes(value)) option = value;
    else if (option && PROJECTS.includes(value))
      projects.set(option, [...(projects.get(option) ?? []), value]);
    else {
      option = undefined;
      rest.push(value);
    }
  }
  return [...rest, ...[...projects].flat(2)];
}

/** `--selectProjects=unit` as two arguments. */
function separated(argument) {
  const option = OPTIONS.find((name) => argument.startsWith(`${name}=`));
  return option ? [option, argument.slice(option.length + 1)] : [argument];
}
