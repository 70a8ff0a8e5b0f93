import { mdiImageOutline, mdiUpload } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ChangeEvent, useId, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { uploadImage } from '../../http.ts';
import { colors, radius } from '../../styles/tokens.ts';
import { Field, type FieldProps } from './Field.tsx';
import { Icon } from '../Icon.tsx';

const ACCEPT = 'image/png,image/jpeg,image/gif,image/webp';
const MAX_WIDTH = 250;
const MAX_HEIGHT = 150;

/** A picture of a form: uploads on choosing, shows a preview; the form value is its address or null. */
export function ImageField(props: FieldProps) {
  const { field, fieldState } = useController({ name: props.name });
  const [isUploading, setIsUploading] = useState(false);
  const [failure, setFailure] = useState<string>();
  const picker = useRef<HTMLInputElement>(null);
  const statusId = useId();
  const url = (field.value as string | null) || null;

  const handleFile = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // The same file may be chosen again after a failure.
    event.target.value = '';
    if (!file) return;
    setIsUploading(true);
    setFailure(undefined);
    try {
      field.onChange(await uploadImage(file));
    } catch (error) {
      setFailure(error instanceof Error ? error.message : 'Image upload failed');
    } finally {
      setIsUploading(false);
    }
  };

  return (
    <Field {...props} error={failure ? { type: 'upload', message: failure } : fieldState.error}>
      {(ids) => (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
          {url ? (
            <Box
              component="img"
              src={url}
              alt="Preview"
              sx={{
                maxWidth: MAX_WIDTH,
                maxHeight: MAX_HEIGHT,
                borderRadius: `${radius.control}px`,
                border: 1,
                borderColor: 'divider',
              }}
            />
          ) : (
            <Box
              aria-hidden
              sx={{
                display: 'grid',
                placeItems: 'center',
                width: 120,
                height: 80,
                borderRadius: `${radius.control}px`,
                border: `1px dashed ${colors.lineStrong}`,
                color: colors.inkSoft,
              }}
            >
              <Icon path={mdiImageOutline} />
            </Box>
          )}
          <input
            {...ids}
            ref={picker}
            type="file"
            accept={ACCEPT}
            hidden
            onChange={(event) => void handleFile(event)}
          />
          <Button
            ref={field.ref}
            variant="outlined"
            startIcon={<Icon path={mdiUpload} />}
            loading={isUploading}
            loadingPosition="start"
            aria-describedby={`${statusId} ${ids['aria-describedby']}`}
            onClick={() => picker.current?.click()}
            onBlur={field.onBlur}
          >
            {url ? 'Replace image' : 'Upload image'}
          </Button>
          {url && !isUploading && (
            <Button color="inherit" onClick={() => field.onChange(null)}>
              Remove
            </Button>
          )}
          <Box component="span" id={statusId} role="status" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
            {isUploading ? 'Uploading...' : 'PNG, JPEG, GIF or WebP'}
          </Box>
        </Box>
      )}
    </Field>
  );
}
