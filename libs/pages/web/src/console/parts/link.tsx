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

/** An address given by people: a link where it is `https:`, else text. It opens apart from the console. */
export function OutsideLink({ url, children }: { url: string; children?: ComponentChildren }) {
  const isSafe = /^https:\/\//i.test(url);
  if (!isSafe) return <span class="break">{children ?? url}</span>;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" class="break">
      {children ?? url}
    </a>
  );
}
