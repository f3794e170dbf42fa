import { AreaField, SelectField, t, type TextName, useState } from '../kit';

const OTHER = 'other';

interface Props {
  /** What is selected most often. */
  of: readonly TextName[];
  hint?: string;
}

/** The field `reason`: one of the usual reasons, or the reader's own words. */
export function ReasonField({ of, hint }: Props) {
  const [isOther, setOther] = useState(false);
  const usual = of.map((name): [string, string] => [t(name), t(name)]);
  return (
    <>
      <SelectField
        name={isOther ? 'usual' : 'reason'}
        label={t('reason')}
        hint={hint}
        of={[['', t('reviews.choose')], ...usual, [OTHER, t('reviews.other')]]}
        onChange={(value) => setOther(value === OTHER)}
      />
      {isOther && <AreaField name="reason" label={t('reviews.words')} maxLength={500} />}
    </>
  );
}
