import Button, { type ButtonProps } from '@mui/material/Button';
import { type ReactNode, useRef } from 'react';

type Props = Omit<ButtonProps, 'onClick' | 'children'> & {
  children: ReactNode;
  /** What the file is, for those who do not see the button beside the input. */
  fileLabel: string;
  /** As of an input: `.csv,text/csv`. */
  accept: string;
  /** Called for the same file again too. */
  onFile: (file: File) => void;
};

/** A button that asks for a file. */
export function FileButton({ children, fileLabel, accept, onFile, ...button }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={fileLabel}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
    </>
  );
}
