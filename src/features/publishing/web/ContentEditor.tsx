import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Paper from '@mui/material/Paper';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import type { ContractForm } from '../../../platform/web/form.ts';
import { ApiError } from '../../../platform/web/http.ts';
import { ConfirmDialog } from '../../../platform/web/ui/dialog/ConfirmDialog.tsx';
import { type Conflict, ConflictPanel } from '../../../platform/web/ui/form/ConflictPanel.tsx';
import { type FormTab, FormTabs } from '../../../platform/web/ui/form/FormTabs.tsx';
import { KeptNotice } from '../../../platform/web/ui/form/KeptNotice.tsx';
import { useFormSave } from '../../../platform/web/ui/form/use-form-save.ts';
import type { DraftReply } from '../contract.ts';
import { DraftGuard } from './editor/DraftGuard.tsx';
import { DraftNotices } from './editor/DraftNotices.tsx';
import { EditorAside, type PreviewOf } from './editor/EditorAside.tsx';
import { EditorBar } from './editor/EditorBar.tsx';
import type { RecordPath } from './client.ts';
import type { DraftControl } from './use-draft.ts';

type Props<Stored extends { version: number }, Values extends FieldValues, Wire> = {
  path: RecordPath;
  /** As people call the record: 'guide'. */
  noun: string;
  form: ContractForm<Values, Wire>;
  draft: DraftControl<Stored>;
  found: DraftReply;
  /** Stores the form; the editor goes on with what comes back. */
  onSave: (wire: Wire) => Promise<Stored>;
  failureNotice: string;
  /** Its labels also name what is unsaved. */
  conflict: Conflict<Values>;
  sections: readonly FormTab[];
  /** Where a check is mended that has no field here. */
  linkTo?: (field: string) => string | undefined;
  /** For a record that is a part of a page. */
  preview?: PreviewOf;
  /** Between the notices and the form. */
  children?: ReactNode;
};

/**
 * The full editor of a guide or review: sections of a form with the real page and the publish checklist beside it. Edits are kept
 * as a draft while somebody types; only Save changes the live record.
 */
export function ContentEditor<Stored extends { version: number }, Values extends FieldValues, Wire>(
  props: Props<Stored, Values, Wire>,
) {
  const { path, noun, form, draft, found, conflict, sections } = props;
  const conflictTitle = useId();
  const queries = useQueryClient();
  const [goTo, setGoTo] = useState<{ field: string }>();
  const [isDiscarding, setIsDiscarding] = useState(false);
  const [openedAt] = useState(draft.stored.version);
  const { isDirty, isSubmitting, submitCount, errors } = form.formState;
  const [blocked, setBlocked] = useState(false);

  const handleSave = async (wire: Wire) => {
    setBlocked(false);
    await draft.settle();
    try {
      draft.saved(await props.onSave(wire));
      void queries.invalidateQueries({ queryKey: ['revisions', path] });
    } catch (error) {
      setBlocked(error instanceof ApiError && error.code === 'publish_blocked');
      void draft.flush();
      throw error;
    }
  };
  const save = useFormSave(form, handleSave, props.failureNotice);
  const handleSolved = (saveAgain: boolean) => {
    draft.rebase(save.conflict as unknown as Stored);
    save.solve(saveAgain);
  };
  const hasErrors = submitCount > 0 && Object.keys(errors).length > 0;
  const labels = conflict.labels as Partial<Record<string, string>>;
  const changed = Object.keys(draft.edits).map((name) => labels[name] ?? name);

  const goToField = (field: string) => {
    const name = field.split('.')[0]!;
    if (!sections.some((section) => section.fields.includes(name))) return undefined;
    return () => setGoTo({ field: name });
  };

  return (
    <FormProvider {...form}>
      <DraftNotices
        noun={noun}
        found={found}
        version={openedAt}
        state={draft.state}
        onTake={draft.take}
        onKeepMine={() => void draft.keepMine()}
      />
      <KeptNotice kept={form.kept} />
      {props.children}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(380px, 42%)' },
        }}
      >
        <Box component="form" noValidate autoComplete="off" onSubmit={(event) => void save.submit(event)}>
          <Paper variant="outlined" sx={{ p: { xs: 1.5, sm: 2 } }}>
            <FormTabs tabs={sections} goTo={goTo} />
          </Paper>
          {hasErrors && (
            <Alert severity="error" sx={{ mt: 2 }}>
              Please correct the errors above.
            </Alert>
          )}
          {save.failure && !hasErrors && (
            <Alert severity="error" sx={{ mt: 2 }}>
              {save.failure}
            </Alert>
          )}
          {blocked && (
            <Alert severity="error" sx={{ mt: 2 }}>
              Nothing was saved: the checklist says what keeps this {noun} from being public. Your edits are kept as a
              draft. A {noun} whose status is Draft can always be saved.
            </Alert>
          )}
          <EditorBar
            state={draft.state}
            changed={changed}
            isSaving={isSubmitting}
            onRetry={() => void draft.flush()}
            onDiscard={() => setIsDiscarding(true)}
          />
        </Box>
        <EditorAside
          path={path}
          version={draft.stored.version}
          edits={draft.edits}
          flush={draft.flush}
          goTo={goToField}
          linkTo={props.linkTo}
          isChecklistFirst={blocked}
          preview={props.preview}
        />
      </Box>
      <DraftGuard isEdited={isDirty} isSaving={isSubmitting} state={draft.state} flush={draft.flush} />
      {save.conflict && (
        <Dialog open fullWidth maxWidth="md" aria-labelledby={conflictTitle} onClose={() => save.solve(false)}>
          <DialogTitle id={conflictTitle}>Saved by somebody else</DialogTitle>
          <DialogContent>
            <ConflictPanel form={form} conflict={conflict} current={save.conflict} onSolved={handleSolved} />
          </DialogContent>
        </Dialog>
      )}
      {isDiscarding && (
        <ConfirmDialog
          title="Discard edits?"
          text={`What you changed is dropped, here and in your draft. The ${noun} stays as it was saved last.`}
          cancelLabel="Keep editing"
          confirmLabel="Discard"
          onConfirm={async () => {
            await draft.discard();
            setIsDiscarding(false);
          }}
          onClose={() => setIsDiscarding(false)}
        />
      )}
    </FormProvider>
  );
}
