import { Fragment, type ReactNode } from 'react';

type Props<Name extends string> = {
  /** The fields of a section in order, with what each is called. */
  labels: Record<Name, string>;
  /** The input of each field; without one it does not compile. */
  inputs: Record<NoInfer<Name>, (field: { name: Name; label: string }) => ReactNode>;
};

/** The inputs of a form section, one for each of its fields. */
export function FormFields<Name extends string>({ labels, inputs }: Props<Name>) {
  return (Object.keys(labels) as Name[]).map((name) => (
    <Fragment key={name}>{inputs[name]({ name, label: labels[name] })}</Fragment>
  ));
}
