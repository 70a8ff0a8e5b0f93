import Skeleton from '@mui/material/Skeleton';
import { Suspense } from 'react';
import { useController } from 'react-hook-form';
import { Field, type FieldProps } from '../inputs/Field.tsx';
import { lazyPart } from '../states/lazy-part.tsx';

const RichTextEditor = lazyPart(async () => ({ default: (await import('./RichTextEditor.tsx')).RichTextEditor }));

/** Formatted text of a form: bold, italic, underline, lists. The form value is HTML; '' when there is no text. */
export function RichText(props: FieldProps) {
  const { field, fieldState } = useController({ name: props.name });
  return (
    <Field {...props} isGroup error={fieldState.error}>
      {(ids) => (
        <Suspense fallback={<Skeleton variant="rounded" height={180} />}>
          <RichTextEditor
            {...ids}
            html={(field.value as string | null) ?? ''}
            onChange={field.onChange}
            onBlur={field.onBlur}
          />
        </Suspense>
      )}
    </Field>
  );
}
