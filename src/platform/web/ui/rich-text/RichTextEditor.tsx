import Box from '@mui/material/Box';
import { EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { readNonce } from '../../nonce.ts';
import { colors, radius } from '../../styles/tokens.ts';
import { type LeftOut, nothingLeftOut } from '../../paste/blocks.ts';
import type { InputIds } from '../inputs/Field.tsx';
import { PasteNotice } from './PasteNotice.tsx';
import { pasteProps } from './rich-text-paste.ts';
import { RICH_TEXT_SCHEMA } from './rich-text-schema.ts';
import { RichTextToolbar } from './RichTextToolbar.tsx';

type Props = InputIds & { html: string; onChange: (html: string) => void; onBlur: () => void };

/** The editor itself; a heavy part that only RichText loads, when it is shown. */
export function RichTextEditor({ html, onChange, onBlur, id, ...aria }: Props) {
  const nonce = readNonce();
  /** What the form holds as far as this editor knows. */
  const known = useRef(html);
  const tell = (text: string) => {
    known.current = text;
    onChange(text);
  };
  const [left, setLeft] = useState<LeftOut>(nothingLeftOut);
  const editor = useEditor({
    content: html,
    immediatelyRender: false,
    ...(nonce && { injectNonce: nonce }),
    extensions: RICH_TEXT_SCHEMA,
    // signs of what is pasted are no commands: *5* stays *5*
    enablePasteRules: ['link'],
    editorProps: {
      ...pasteProps(setLeft),
      attributes: {
        id,
        role: 'textbox',
        dir: 'auto',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        'aria-describedby': aria['aria-describedby'],
        'aria-required': String(aria['aria-required']),
        'aria-invalid': String(aria['aria-invalid']),
      },
    },
    onUpdate: ({ editor: changed }) => tell(changed.isEmpty ? '' : changed.getHTML()),
    onBlur,
  });

  // The form may put another text in: a draft, an old revision, somebody else's save.
  const follow = useEffectEvent((text: string) => {
    if (text === known.current) return;
    known.current = text;
    editor?.commands.setContent(text, { emitUpdate: false });
  });
  useEffect(() => follow(html), [html]);

  return (
    <Box
      sx={{
        border: `1px solid ${aria['aria-invalid'] ? colors.error : colors.lineStrong}`,
        borderRadius: `${radius.control}px`,
        backgroundColor: colors.white,
        '&:focus-within': { borderColor: colors.brandText, boxShadow: `inset 0 0 0 1px ${colors.brandText}` },
        '& .tiptap': { minHeight: 120, maxHeight: 360, overflow: 'auto', px: 1.5, py: 1, outline: 'none' },
        '& .tiptap p': { my: 0.5 },
        '& .tiptap h2, & .tiptap h3': { my: 1, lineHeight: 1.3 },
        '& .tiptap h2': { fontSize: '1.25rem' },
        '& .tiptap h3': { fontSize: '1.0625rem' },
        '& .tiptap ul, & .tiptap ol': { my: 0.5, pl: 3 },
        '& .tiptap li p': { my: 0 },
        '& .tiptap :is(sup, sub)': { lineHeight: 0 },
        // a table that is wide moves in its own box
        '& .tiptap table': { display: 'block', maxWidth: '100%', overflowX: 'auto', borderCollapse: 'collapse', my: 1 },
        '& .tiptap :is(th, td)': {
          border: 1,
          borderColor: 'divider',
          minWidth: 72,
          px: 1,
          py: 0.25,
          textAlign: 'start',
        },
        '& .tiptap th': { backgroundColor: colors.surface },
      }}
    >
      {editor && <RichTextToolbar editor={editor} />}
      <PasteNotice left={left} onClose={() => setLeft(nothingLeftOut())} />
      <EditorContent editor={editor} />
    </Box>
  );
}
