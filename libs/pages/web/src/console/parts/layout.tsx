import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { start } from '../start';
import { Icon } from './icons';
import { Link } from './link';

export interface HeadProps {
  title: string;
  /** Beside the title, e.g. the status. */
  beside?: ComponentChildren;
  under?: ComponentChildren;
  /** Buttons; at most one of them is filled. */
  actions?: ComponentChildren;
  /** The list that this page belongs to. */
  crumb?: { path: string; name: string };
}

/** The head of a screen: where it belongs, its title and its main action. */
export function Head({ title, beside, under, actions, crumb }: HeadProps) {
  useEffect(() => void (document.title = `${title} · ${start.platform}`), [title]);
  return (
    <header class="head">
      {crumb && (
        <Link path={crumb.path} class="crumb">
          <Icon name="back" />
          {crumb.name}
        </Link>
      )}
      <div class="head-row">
        <div class="head-text">
          <h1>
            {title} {beside}
          </h1>
          {under && <p class="soft break">{under}</p>}
        </div>
        {actions && <div class="actions">{actions}</div>}
      </div>
    </header>
  );
}

/** A block of a screen with its heading. */
export function Card({ title, actions, children, class: kind = '' }: CardProps) {
  return (
    <section class={`card ${kind}`}>
      {title && (
        <div class="card-head">
          <h2>{title}</h2>
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}
interface CardProps {
  title?: string;
  actions?: ComponentChildren;
  children: ComponentChildren;
  class?: string;
}

export type Fact = [name: string, value: ComponentChildren];

/** Names with their values; what has no value is left out. */
export function Facts({ of }: { of: (Fact | false | null)[] }) {
  const shown = of.filter((fact): fact is Fact => !!fact && fact[1] !== null && fact[1] !== undefined);
  return (
    <dl class="facts">
      {shown.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The columns of a detail: the story left, the facts right. */
export function Columns({ main, side }: { main: ComponentChildren; side: ComponentChildren }) {
  return (
    <div class="detail">
      <div class="columns">
        <div class="stack">{main}</div>
        <div class="stack">{side}</div>
      </div>
    </div>
  );
}
