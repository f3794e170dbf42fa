import type { Refusal } from '../refusal';
import { Head, type HeadProps } from './layout';
import { Fault, Loading } from './states';

interface Props extends Pick<HeadProps, 'title' | 'crumb'> {
  fault: Refusal | null;
  again: () => void;
}

/** The screen of one object until it is read, or why it was not. */
export function Pending({ title, crumb, fault, again }: Props) {
  return (
    <>
      <Head title={title} crumb={crumb} />
      {fault ? <Fault fault={fault} again={again} /> : <Loading lines={8} />}
    </>
  );
}
