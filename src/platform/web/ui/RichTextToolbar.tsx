import {
  mdiFormatBold,
  mdiFormatItalic,
  mdiFormatListBulleted,
  mdiFormatListNumbered,
  mdiFormatUnderline,
} from '@mdi/js';
import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import Tooltip from '@mui/material/Tooltip';
import { type Editor, useEditorState } from '@tiptap/react';
import { Icon } from './Icon.tsx';

type Tool = { name: string; label: string; keys: string; icon: string; run: (editor: Editor) => void };

const TOOLS: readonly Tool[] = [
  {
    name: 'bold',
    label: 'Bold',
    keys: 'Ctrl+B',
    icon: mdiFormatBold,
    run: (e) => e.chain().focus().toggleBold().run(),
  },
  {
    name: 'italic',
    label: 'Italic',
    keys: 'Ctrl+I',
    icon: mdiFormatItalic,
    run: (e) => e.chain().focus().toggleItalic().run(),
  },
  {
    name: 'underline',
    label: 'Underline',
    keys: 'Ctrl+U',
    icon: mdiFormatUnderline,
    run: (e) => e.chain().focus().toggleUnderline().run(),
  },
  {
    name: 'bulletList',
    label: 'Bullet list',
    keys: 'Ctrl+Shift+8',
    icon: mdiFormatListBulleted,
    run: (e) => e.chain().focus().toggleBulletList().run(),
  },
  {
    name: 'orderedList',
    label: 'Numbered list',
    keys: 'Ctrl+Shift+7',
    icon: mdiFormatListNumbered,
    run: (e) => e.chain().focus().toggleOrderedList().run(),
  },
];

type Props = { editor: Editor };

/** The five buttons of the rich text field; each is a toggle with a name and a shortcut. */
export function RichTextToolbar({ editor }: Props) {
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) => TOOLS.filter((tool) => now.isActive(tool.name)).map((tool) => tool.name),
  });
  return (
    <Box
      role="toolbar"
      aria-label="Formatting"
      sx={{ display: 'flex', gap: 0.5, p: 0.5, borderBottom: 1, borderColor: 'divider' }}
    >
      {TOOLS.map((tool) => (
        <Tooltip key={tool.name} title={`${tool.label} (${tool.keys})`}>
          <ToggleButton
            size="small"
            value={tool.name}
            selected={active.includes(tool.name)}
            aria-label={tool.label}
            // the focus stays in the text, and with it the place to type at
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => tool.run(editor)}
            sx={{ border: 0, p: 0.75 }}
          >
            <Icon path={tool.icon} />
          </ToggleButton>
        </Tooltip>
      ))}
    </Box>
  );
}
