import { mdiArrowUp, mdiClose } from '@mdi/js';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type ClipboardEvent, type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { inOneLine, takePlainPaste, typeInto } from '../../paste/plain-paste.ts';
import { Field, type FieldProps } from './Field.tsx';
import { Icon } from '../Icon.tsx';
import { usePasteTeller } from '../rich-text/use-plain-paste.ts';

type Props = FieldProps & {
  /** One of them: 'Pro'. Names the inputs and their buttons. */
  one: string;
  max: number;
  placeholder?: string;
};

/**
 * A list of short texts; the form value is `string[]`, in which a text that was emptied may stand as ''.
 * A free line always waits at the end; Enter goes on to the next one, Alt with an arrow moves a line.
 */
export function PointsInput({ one, max, placeholder, ...props }: Props) {
  const { field, fieldState } = useController({ name: props.name });
  const tell = usePasteTeller();
  const points = (field.value ?? []) as string[];
  const group = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState<{ index: number }>();

  // The line that shall have the focus may only come with the next render.
  useEffect(() => {
    if (wanted) group.current?.querySelectorAll('input')[wanted.index]?.focus();
  }, [wanted]);

  const lines = points.length < max ? [...points, ''] : points;
  const errors = (fieldState.error ?? {}) as unknown as Record<number, unknown>;
  const focus = (index: number) => setWanted({ index });

  const put = (index: number, removed: number, added: readonly string[]) =>
    field.onChange([...points.slice(0, index), ...added, ...points.slice(index + removed)].slice(0, max));

  const move = (from: number, to: number) => {
    if (to < 0 || to >= points.length || from >= points.length) return;
    field.onChange(points.with(from, points[to]!).with(to, points[from]!));
    focus(to);
  };

  const handleKey = (event: KeyboardEvent, index: number) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.altKey && step) {
      event.preventDefault();
      move(index, index + step);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      // not the way to send the form: the next text is
      event.preventDefault();
      if (lines[index + 1] && points.length < max) put(index + 1, 0, ['']);
      focus(index + 1);
    } else if (event.key === 'Backspace' && lines[index] === '' && index > 0) {
      event.preventDefault();
      put(index, 1, []);
      focus(index - 1);
    }
  };

  const handlePaste = (event: ClipboardEvent<HTMLInputElement>, index: number) => {
    const input = event.currentTarget;
    takePlainPaste(event, {
      hasSigns: false,
      onPasted: ({ lines: pasted, left }) => {
        // a list into an empty line becomes lines
        if (pasted.length < 2 || lines[index] !== '') {
          typeInto(input, inOneLine(pasted));
          return tell(left);
        }
        // lines that stand there already keep their place
        const others = points.length - (index < points.length ? 1 : 0);
        const fitting = pasted.slice(0, max - others);
        put(index, 1, fitting);
        tell(left, pasted.slice(fitting.length));
        focus(Math.min(index + fitting.length, max - 1));
      },
    });
  };

  return (
    <Field {...props} isGroup error={fieldState.error}>
      {(ids) => (
        <Box ref={group} role="group" aria-labelledby={`${ids.id}-label`} aria-describedby={ids['aria-describedby']}>
          {lines.map((text, index) => (
            <PointLine
              // oxlint-disable-next-line react/no-array-index-key -- lines have no name but their place: equal texts are allowed while they are typed
              key={index}
              text={text}
              name={`${one} ${index + 1}`}
              isFirst={index === 0}
              isThere={index < points.length}
              isWrong={Boolean(errors[index])}
              placeholder={index === points.length ? placeholder : undefined}
              inputRef={index === 0 ? field.ref : undefined}
              onChange={(changed) => put(index, 1, [changed])}
              onKey={(event) => handleKey(event, index)}
              onPaste={(event) => handlePaste(event, index)}
              onBlur={field.onBlur}
              onMoveUp={() => move(index, index - 1)}
              onRemove={() => {
                put(index, 1, []);
                focus(index);
              }}
            />
          ))}
        </Box>
      )}
    </Field>
  );
}

type LineProps = {
  text: string;
  /** 'Pro 2'. */
  name: string;
  isFirst: boolean;
  /** False: the free line that waits at the end. */
  isThere: boolean;
  isWrong: boolean;
  placeholder: string | undefined;
  inputRef: Ref<HTMLInputElement> | undefined;
  onChange: (text: string) => void;
  onKey: (event: KeyboardEvent) => void;
  onPaste: (event: ClipboardEvent<HTMLInputElement>) => void;
  onBlur: () => void;
  onMoveUp: () => void;
  onRemove: () => void;
};

function PointLine(props: LineProps) {
  const { text, name, isFirst, isThere, isWrong, placeholder, inputRef } = props;
  return (
    <Box sx={{ display: 'flex', gap: 0.5, mb: 1, alignItems: 'center' }}>
      <OutlinedInput
        size="small"
        fullWidth
        value={text}
        error={isWrong}
        {...(inputRef && { inputRef })}
        {...(placeholder && { placeholder })}
        onChange={(event) => props.onChange(event.target.value)}
        onKeyDown={props.onKey}
        onBlur={props.onBlur}
        slotProps={{ input: { 'aria-label': name, 'aria-invalid': isWrong, dir: 'auto', onPaste: props.onPaste } }}
      />
      {isThere && (
        <>
          <IconButton
            size="small"
            aria-label={`Move ${name.toLowerCase()} up`}
            disabled={isFirst}
            onClick={props.onMoveUp}
          >
            <Icon path={mdiArrowUp} />
          </IconButton>
          <IconButton size="small" aria-label={`Remove ${name.toLowerCase()}`} onClick={props.onRemove}>
            <Icon path={mdiClose} />
          </IconButton>
        </>
      )}
    </Box>
  );
}
