import type { ComponentChildren } from 'preact';
import type { ActionName } from '../actions';
import { Facts, Notice, t, useState, type Values } from '../kit';
import type { Fact } from '../parts/layout';
import { useDryRun } from '../use-dry-run';
import { DecisionDialog, type DecisionProps } from './decision';

interface Props<Result> extends Omit<DecisionProps, 'action' | 'children' | 'onInput'> {
  action: ActionName | ((values: Values) => ActionName);
  /** What the fields hold at first, of those that decide what is asked for. */
  first?: Values;
  /** Fields without which there is nothing to preview. */
  needs?: (values: Values) => readonly string[];
  /** What is shown of the result. */
  facts: (result: Result) => (Fact | false | null)[];
  children: ComponentChildren | ((values: Values) => ComponentChildren);
}

type DryRun<Result> = Result | { result: Result; status: string };

/** Stands for a text that the audit log keeps, of which a dry run keeps nothing. */
const UNWRITTEN = 'Dry run';

const isHeld = <Result,>(answer: DryRun<Result>): answer is { result: Result; status: string } =>
  typeof answer === 'object' && answer !== null && 'result' in answer && 'expires_at' in answer;

/** A decision of staff that says beforehand what it would do: the server's own dry run, as the fields are filled. */
export function PreviewedDecision<Result>({
  action,
  first = {},
  needs = () => [],
  facts,
  children,
  ...decision
}: Props<Result>) {
  const [values, setValues] = useState<Values>(first);
  const chosen = typeof action === 'function' ? action(values) : action;
  const isReady = needs(values).every((name) => values[name]?.trim());
  const written = { ...values, reason: textOr(values.reason), note: textOr(values.note) };
  const { preview, fault } = useDryRun<DryRun<Result>>(chosen, isReady ? decision.body(written) : null);
  return (
    <DecisionDialog {...decision} action={chosen} onInput={setValues}>
      {typeof children === 'function' ? children(values) : children}
      <div aria-live="polite" class="stack">
        {preview && (
          <>
            {isHeld(preview) && <Notice kind="calm">{t('staff.preview.held')}</Notice>}
            <Facts of={facts(isHeld(preview) ? preview.result : preview)} />
          </>
        )}
        {fault && <p class="field-error">{fault.message}</p>}
      </div>
    </DecisionDialog>
  );
}

const textOr = (text: string | undefined): string => (text && text.trim().length > 2 ? text : UNWRITTEN);
