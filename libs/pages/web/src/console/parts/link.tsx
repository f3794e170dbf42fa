import type { ComponentChildren } from 'preact';
import { to } from '../mode';

interface Props {
  path: string;
  query?: Record<string, string | undefined>;
  class?: string;
  children: ComponentChildren;
  current?: boolean;
}

/** A link to a page of the console, in the mode at hand. */
export function Link({ path, query, current, children, class: kind }: Props) {
  return (
    <a href={to(path, query)} class={kind} aria-current={current ? 'page' : undefined}>
      {children}
    </a>
  );
}
