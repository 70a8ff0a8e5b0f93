import {
  mdiFormatBold,
  mdiFormatHeader2,
  mdiFormatHeader3,
  mdiFormatItalic,
  mdiFormatListBulleted,
  mdiFormatListNumbered,
  mdiFormatSubscript,
  mdiFormatSuperscript,
  mdiFormatUnderline,
  mdiLinkVariant,
} from '@mdi/js';
import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import { type Editor, useEditorState } from '@tiptap/react';
import { useState } from 'react';
import { Icon } from '../Icon.tsx';
import { RichTextLink } from './RichTextLink.tsx';
import { RichTextTable } from './RichTextTable.tsx';
import { Hint } from '../Hint.tsx';

type Tool = {
  label: string;
  keys?: string;
  icon: string;
  isActive: (editor: Editor) => boolean;
  /** Left out for the link, which asks where to first. */
  run?: (editor: Editor) => void;
};

const TOOLS: readonly Tool[] = [
  {
    label: 'Bold',
    keys: 'Ctrl+B',
    icon: mdiFormatBold,
    isActive: (e) => e.isActive('bold'),
    run: (e) => e.chain().focus().toggleBold().run(),
  },
  {
    label: 'Italic',
    keys: 'Ctrl+I',
    icon: mdiFormatItalic,
    isActive: (e) => e.isActive('italic'),
    run: (e) => e.chain().focus().toggleItalic().run(),
  },
  {
    label: 'Underline',
    keys: 'Ctrl+U',
    icon: mdiFormatUnderline,
    isActive: (e) => e.isActive('underline'),
    run: (e) => e.chain().focus().toggleUnderline().run(),
  },
  {
    label: 'Superscript',
    icon: mdiFormatSuperscript,
    isActive: (e) => e.isActive('superscript'),
    run: (e) => e.chain().focus().toggleMark('superscript').run(),
  },
  {
    label: 'Subscript',
    icon: mdiFormatSubscript,
    isActive: (e) => e.isActive('subscript'),
    run: (e) => e.chain().focus().toggleMark('subscript').run(),
  },
  {
    label: 'Bullet list',
    keys: 'Ctrl+Shift+8',
    icon: mdiFormatListBulleted,
    isActive: (e) => e.isActive('bulletList'),
    run: (e) => e.chain().focus().toggleBulletList().run(),
  },
  {
    label: 'Numbered list',
    keys: 'Ctrl+Shift+7',
    icon: mdiFormatListNumbered,
    isActive: (e) => e.isActive('orderedList'),
    run: (e) => e.chain().focus().toggleOrderedList().run(),
  },
  {
    label: 'Heading',
    keys: 'Ctrl+Alt+2',
    icon: mdiFormatHeader2,
    isActive: (e) => e.isActive('heading', { level: 2 }),
    run: (e) => e.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    label: 'Small heading',
    keys: 'Ctrl+Alt+3',
    icon: mdiFormatHeader3,
    isActive: (e) => e.isActive('heading', { level: 3 }),
    run: (e) => e.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  { label: 'Link', icon: mdiLinkVariant, isActive: (e) => e.isActive('link') },
];

type Props = { editor: Editor };

/** The buttons of the rich text field; each is a toggle with a name, most with a shortcut. */
export function RichTextToolbar({ editor }: Props) {
  const [isLinking, setIsLinking] = useState(false);
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) => TOOLS.filter((tool) => tool.isActive(now)).map((tool) => tool.label),
  });
  const isInTable = useEditorState({ editor, selector: ({ editor: now }) => now.isActive('table') });
  return (
    <>
      <Box
        role="toolbar"
        aria-label="Formatting"
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, p: 0.5, borderBottom: 1, borderColor: 'divider' }}
      >
        {TOOLS.map(({ label, keys, icon, run }) => (
          <Hint key={label} title={keys ? `${label} (${keys})` : label}>
            <ToggleButton
              size="small"
              value={label}
              selected={active.includes(label)}
              aria-label={label}
              // the focus stays in the text, and with it the place to type at
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => (run ? run(editor) : setIsLinking(true))}
              sx={{ border: 0, p: 0.75 }}
            >
              <Icon path={icon} />
            </ToggleButton>
          </Hint>
        ))}
      </Box>
      {isInTable && <RichTextTable editor={editor} />}
      {isLinking && <RichTextLink editor={editor} onClose={() => setIsLinking(false)} />}
    </>
  );
}
