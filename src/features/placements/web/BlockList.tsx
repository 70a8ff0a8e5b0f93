import { mdiCheck, mdiContentCopy, mdiDownload } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId, useRef, useState } from 'react';
import { saveFile } from '../../../platform/web/save-file.ts';
import { FilterSelect } from '../../../platform/web/ui/filters/FilterSelect.tsx';
import { useCopy } from '../../../platform/web/paste/use-copy.ts';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
import { formsFor } from '../forms.ts';

type Props = {
  placements: readonly string[];
  /** What tells them apart, and the template of their source. */
  param: string;
  template: string | null;
  /** Of the file, without its ending. */
  name: string;
  /** What else can be done with the list. */
  action: ReactNode;
};

/** What is named, in the form that a source takes, to be copied or kept as a file. */
export function BlockList({ placements, param, template, name, action }: Props) {
  const forms = formsFor(param, template);
  const [key, setKey] = useState('');
  const { word, isCopied, copy } = useCopy();
  const id = useId();
  const text = useRef<HTMLTextAreaElement>(null);
  const form = forms.find((one) => one.key === key) ?? forms[0]!;
  const list = form.of(placements);

  return (
    <Card component="section" variant="outlined" sx={{ p: { xs: 2, sm: 3 }, mb: 3 }}>
      <Typography component="h2" variant="h6" id={id} sx={{ mb: 1.5 }}>
        Block list
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center', mb: 1.5 }}>
        <FilterSelect
          label="Form"
          all={forms[0]!.label}
          value={key}
          options={forms.slice(1).map((one) => ({ value: one.key, label: one.label }))}
          onChange={setKey}
        />
        <Button
          variant="contained"
          startIcon={<Icon path={isCopied ? mdiCheck : mdiContentCopy} />}
          onClick={() => void copy(list, text.current)}
        >
          <span aria-live="polite">{word ?? 'Copy list'}</span>
        </Button>
        <Button
          variant="outlined"
          startIcon={<Icon path={mdiDownload} />}
          onClick={() => saveFile(`${name}.txt`, new Blob([list], { type: 'text/plain;charset=utf-8' }))}
        >
          Download
        </Button>
        {action}
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1.5, maxWidth: '68ch' }}>
        {form.where}{' '}
        {form.source && (
          <a href={form.source} target="_blank" rel="noreferrer">
            {`As the vendor says, read ${form.verifiedOn}`}
          </a>
        )}
      </Typography>
      <OutlinedInput
        fullWidth
        multiline
        readOnly
        minRows={3}
        maxRows={10}
        value={list}
        inputRef={text}
        inputProps={{ 'aria-labelledby': id, spellCheck: false }}
        sx={{ fontFamily: 'monospace', fontSize: '0.8125rem' }}
      />
    </Card>
  );
}
