import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { ContractForm } from '../../form.ts';
import type { Conflict } from './ConflictPanel.tsx';
import { FormDialog } from './FormDialog.tsx';

type Reply = { message?: string };

type Props<Values extends FieldValues, Wire, Input extends Wire> = {
  /** Undefined adds a new one. */
  record: { id: number; name: string } | undefined;
  /** 'Add person'. */
  addTitle: string;
  form: ContractForm<Values, Wire>;
  calls: { create: (body: Input) => Promise<Reply>; update: (id: number, body: Wire) => Promise<Reply> };
  conflict: Conflict<Values>;
  /** Said when the server has no words of its own. */
  savedNotice: string;
  onClose: () => void;
  onSaved: (message: string) => void;
  children: ReactNode;
};

/** Adds a record, or edits one that is called by its name. */
export function RecordDialog<Values extends FieldValues, Wire, Input extends Wire>(props: Props<Values, Wire, Input>) {
  const { record, calls } = props;

  const handleSave = async (wire: Wire) => {
    // without a record the form is checked by the contract of a new one
    const saved = record ? await calls.update(record.id, wire) : await calls.create(wire as Input);
    props.onSaved(saved.message ?? props.savedNotice);
  };

  return (
    <FormDialog
      title={record ? `Edit ${record.name}` : props.addTitle}
      form={props.form}
      onSave={handleSave}
      onClose={props.onClose}
      conflict={props.conflict}
    >
      {props.children}
    </FormDialog>
  );
}
