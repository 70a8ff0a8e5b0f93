import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import type { ContractForm } from '../../../platform/web/form.ts';
import { ApiError } from '../../../platform/web/http.ts';
import { ConfirmDialog } from '../../../platform/web/ui/dialog/ConfirmDialog.tsx';
import type { Conflict } from '../../../platform/web/ui/form/ConflictPanel.tsx';
import { type FormTab, FormTabs } from '../../../platform/web/ui/form/FormTabs.tsx';
import { KeptNotice } from '../../../platform/web/ui/form/KeptNotice.tsx';
import { useFormSave } from '../../../platform/web/ui/form/use-form-save.ts';
import type { DraftReply } from '../contract.ts';
import { ConflictDialog } from './editor/ConflictDialog.tsx';
import { DraftGuard } from './editor/DraftGuard.tsx';
import { DraftNotices } from './editor/DraftNotices.tsx';
import { EditorAside, type PreviewOf } from './editor/EditorAside.tsx';
import { EditorBar } from './editor/EditorBar.tsx';
import type { RecordPath } from './client.ts';
import type { DraftControl } from './draft/use-draft.ts';
import { RevisionsPanel } from './revisions/RevisionsPanel.tsx';

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
  /** Its labels and words also name what is unsaved, and what was changed in the past. */
  conflict: Conflict<Values>;
  /** The parts of the form; the history of the record comes behind them. */
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
  const { path, noun, form, draft, found, conflict } = props;
  const [goTo, setGoTo] = useState<{ field: string }>();
  const [isDiscarding, setIsDiscarding] = useState(false);
  const [openedAt] = useState(draft.stored.version);
  const { isDirty, isSubmitting, submitCount, errors } = form.formState;
  const hasErrors = submitCount > 0 && Object.keys(errors).length > 0;
  const { save, isBlocked } = useContentSave(props);
  const labels = conflict.labels as Partial<Record<string, string>>;

  const sections: readonly FormTab[] = [
    ...props.sections,
    {
      label: 'History',
      fields: [],
      content: (
        <RevisionsPanel
          path={path}
          labels={labels}
          current={draft.content}
          {...(conflict.words && { words: conflict.words })}
          onRestored={draft.take}
        />
      ),
    },
  ];

  const goToField = (field: string) => {
    const name = field.split('.')[0]!;
    if (!sections.some((section) => section.fields.includes(name))) return undefined;
    return () => setGoTo({ field: name });
  };

  const handleSolved = (saveAgain: boolean) => {
    draft.rebase(save.conflict as unknown as Stored);
    save.solve(saveAgain);
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
          <Failures hasErrors={hasErrors} failure={save.failure} blocked={isBlocked ? noun : undefined} />
          <EditorBar
            state={draft.state}
            changed={Object.keys(draft.edits).map((name) => labels[name] ?? name)}
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
          isChecklistFirst={isBlocked}
          preview={props.preview}
        />
      </Box>
      <DraftGuard isEdited={isDirty} isSaving={isSubmitting} state={draft.state} flush={draft.flush} />
      {save.conflict && (
        <ConflictDialog
          form={form}
          conflict={conflict}
          current={save.conflict}
          onSolved={handleSolved}
          onClose={() => save.solve(false)}
        />
      )}
      {isDiscarding && <DiscardQuestion noun={noun} discard={draft.discard} onClose={() => setIsDiscarding(false)} />}
    </FormProvider>
  );
}

/** Saves the record itself, with no late draft behind it. */
function useContentSave<Stored extends { version: number }, Values extends FieldValues, Wire>(
  props: Pick<Props<Stored, Values, Wire>, 'path' | 'form' | 'draft' | 'onSave' | 'failureNotice'>,
) {
  const { path, form, draft } = props;
  const queries = useQueryClient();
  const [isBlocked, setIsBlocked] = useState(false);

  const handleSave = async (wire: Wire) => {
    setIsBlocked(false);
    await draft.settle();
    try {
      draft.saved(await props.onSave(wire));
      void queries.invalidateQueries({ queryKey: ['revisions', path] });
    } catch (error) {
      setIsBlocked(error instanceof ApiError && error.code === 'publish_blocked');
      void draft.flush();
      throw error;
    }
  };
  return { save: useFormSave(form, handleSave, props.failureNotice), isBlocked };
}

type FailuresProps = {
  /** Do fields tell of errors of their own? */
  hasErrors: boolean;
  failure: string | undefined;
  /** What the checklist keeps from being public. */
  blocked: string | undefined;
};

function Failures({ hasErrors, failure, blocked }: FailuresProps) {
  return (
    <>
      {hasErrors && (
        <Alert severity="error" sx={{ mt: 2 }}>
          Please correct the errors above.
        </Alert>
      )}
      {failure && !hasErrors && (
        <Alert severity="error" sx={{ mt: 2 }}>
          {failure}
        </Alert>
      )}
      {blocked && (
        <Alert severity="error" sx={{ mt: 2 }}>
          Nothing was saved: the checklist says what keeps this {blocked} from being public. Your edits are kept as a
          draft. A {blocked} whose status is Draft can always be saved.
        </Alert>
      )}
    </>
  );
}

type DiscardProps = { noun: string; discard: () => Promise<void>; onClose: () => void };

function DiscardQuestion({ noun, discard, onClose }: DiscardProps) {
  return (
    <ConfirmDialog
      title="Discard edits?"
      text={`What you changed is dropped, here and in your draft. The ${noun} stays as it was saved last.`}
      cancelLabel="Keep editing"
      confirmLabel="Discard"
      onConfirm={async () => {
        await discard();
        onClose();
      }}
      onClose={onClose}
    />
  );
}
