import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import type { Editor } from '@tiptap/react';
import { type KeyboardEvent, useState } from 'react';

/** What the server lets through: http, https, mailto, a path of this site, a place in the page. */
const ALLOWED = /^(https?:\/\/\S+|mailto:\S+|\/(?![/\\])\S*|#\S+)$/i;

type Props = { editor: Editor; onClose: () => void };

/** Below the toolbar: where the marked words lead. Without marked words the address itself is put in. */
export function RichTextLink({ editor, onClose }: Props) {
  const current = (editor.getAttributes('link')['href'] as string | undefined) ?? '';
  const [href, setHref] = useState(current);
  const [isWrong, setIsWrong] = useState(false);

  const handleSet = () => {
    const address = href.trim();
    if (!ALLOWED.test(address)) return setIsWrong(true);
    const chain = editor.chain().focus();
    const isNew = editor.state.selection.empty && current === '';
    if (isNew)
      chain.insertContent({ type: 'text', text: address, marks: [{ type: 'link', attrs: { href: address } }] });
    else chain.extendMarkRange('link').setLink({ href: address });
    chain.run();
    onClose();
  };
  const handleRemove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
    onClose();
  };
  const handleKey = (event: KeyboardEvent) => {
    // the form around it must not be sent by Enter, nor the dialog hear of Escape
    if (event.key === 'Enter') {
      event.preventDefault();
      handleSet();
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      editor.commands.focus();
      onClose();
    }
  };

  return (
    <Box
      role="group"
      aria-label="Link"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, p: 1, borderBottom: 1, borderColor: 'divider' }}
    >
      <TextField
        autoFocus
        value={href}
        placeholder="https://"
        error={isWrong}
        helperText={isWrong && 'An address that begins with https://, mailto: or a slash.'}
        onChange={(event) => {
          setHref(event.target.value);
          setIsWrong(false);
        }}
        onKeyDown={handleKey}
        slotProps={{ htmlInput: { 'aria-label': 'Address of the link', inputMode: 'url' } }}
        sx={{ flex: '1 1 220px', width: 'auto' }}
      />
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
        <Button size="small" variant="outlined" onClick={handleSet}>
          Set link
        </Button>
        {current && (
          <Button size="small" color="inherit" onClick={handleRemove}>
            Remove link
          </Button>
        )}
        <Button size="small" color="inherit" onClick={onClose}>
          Close
        </Button>
      </Box>
    </Box>
  );
}
