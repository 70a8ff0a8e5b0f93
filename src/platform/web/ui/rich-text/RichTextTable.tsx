import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { closeHistory } from '@tiptap/pm/history';
import { addColumnAfter, addRowAfter, deleteColumn, deleteRow, deleteTable } from '@tiptap/pm/tables';
import type { Editor } from '@tiptap/react';

type Props = { editor: Editor };

const TOOLS = [
  ['Row below', addRowAfter],
  ['Column after', addColumnAfter],
  ['Delete row', deleteRow],
  ['Delete column', deleteColumn],
  ['Delete table', deleteTable],
] as const;

/** Below the toolbar while the place to type at is in a table: how its shape is changed. */
export function RichTextTable({ editor }: Props) {
  return (
    <Box
      role="group"
      aria-label="Table"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, p: 0.5, borderBottom: 1, borderColor: 'divider' }}
    >
      {TOOLS.map(([label, run]) => (
        <Button
          key={label}
          size="small"
          color="inherit"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            // each change of shape is a step of its own to undo, however quick the presses
            editor.view.dispatch(closeHistory(editor.state.tr));
            run(editor.state, editor.view.dispatch);
            editor.commands.focus();
          }}
        >
          {label}
        </Button>
      ))}
    </Box>
  );
}
