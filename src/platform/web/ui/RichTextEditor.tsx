import Box from '@mui/material/Box';
import { EditorContent, useEditor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { readNonce } from '../nonce.ts';
import { colors, radius } from '../tokens.ts';
import type { InputIds } from './Field.tsx';
import { RichTextToolbar } from './RichTextToolbar.tsx';

type Props = InputIds & { html: string; onChange: (html: string) => void; onBlur: () => void };

/** The editor itself; a heavy part that only RichText loads, when it is shown. */
export function RichTextEditor({ html, onChange, onBlur, id, ...aria }: Props) {
  const nonce = readNonce();
  const editor = useEditor({
    content: html,
    immediatelyRender: false,
    ...(nonce && { injectNonce: nonce }),
    // Exactly what the server's allow-list keeps of the toolbar's work.
    extensions: [
      StarterKit.configure({
        heading: false,
        blockquote: false,
        code: false,
        codeBlock: false,
        horizontalRule: false,
        strike: false,
        link: { openOnClick: false },
      }),
    ],
    editorProps: {
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        'aria-describedby': aria['aria-describedby'],
        'aria-required': String(aria['aria-required']),
        'aria-invalid': String(aria['aria-invalid']),
      },
    },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
    onBlur,
  });

  return (
    <Box
      sx={{
        border: `1px solid ${aria['aria-invalid'] ? colors.error : colors.lineStrong}`,
        borderRadius: `${radius.control}px`,
        backgroundColor: colors.white,
        '&:focus-within': { borderColor: colors.brandText, boxShadow: `inset 0 0 0 1px ${colors.brandText}` },
        '& .tiptap': { minHeight: 120, maxHeight: 360, overflow: 'auto', px: 1.5, py: 1, outline: 'none' },
        '& .tiptap p': { my: 0.5 },
        '& .tiptap ul, & .tiptap ol': { my: 0.5, pl: 3 },
        '& .tiptap li p': { my: 0 },
      }}
    >
      {editor && <RichTextToolbar editor={editor} />}
      <EditorContent editor={editor} />
    </Box>
  );
}
