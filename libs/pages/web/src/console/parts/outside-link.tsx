import type { ComponentChildren } from 'preact';

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
