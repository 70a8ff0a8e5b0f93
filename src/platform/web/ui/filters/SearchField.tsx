import { mdiClose, mdiMagnify } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../Icon.tsx';

const PAUSE_MS = 300;

type Props = {
  /** Also the placeholder: 'Search Listicles...'. */
  label: string;
  value: string;
  /** Called once typing pauses, and at once on Enter or clear. */
  onChange: (text: string) => void;
};

/** A search box that waits for a pause in typing. */
export function SearchField({ label, value, onChange }: Props) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  /** Told, and not come back as the value yet: a busy page takes its time, and letters are typed meanwhile. */
  const [told, setTold] = useState<readonly string[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  if (value !== seen) {
    setSeen(value);
    const at = told.lastIndexOf(value);
    setTold(at < 0 ? [] : told.slice(at + 1));
    // Back, or "Clear filters", changed it from outside
    if (at < 0) setText(value);
  }

  const tell = (next: string, pauseMs: number) => {
    clearTimeout(timer.current);
    setText(next);
    if (pauseMs > 0) timer.current = setTimeout(() => tell(next, 0), pauseMs);
    else {
      setTold((before) => [...before, next.trim()]);
      onChange(next.trim());
    }
  };

  return (
    <OutlinedInput
      type="search"
      value={text}
      placeholder={label}
      onChange={(event) => tell(event.target.value, PAUSE_MS)}
      onKeyDown={(event) => event.key === 'Enter' && tell(text, 0)}
      slotProps={{ input: { 'aria-label': label, dir: 'auto', maxLength: 200 } }}
      sx={{ flex: '1 1 260px', maxWidth: 360, '& ::-webkit-search-cancel-button': { display: 'none' } }}
      startAdornment={
        <InputAdornment position="start">
          <Icon path={mdiMagnify} />
        </InputAdornment>
      }
      endAdornment={
        text && (
          <InputAdornment position="end">
            <IconButton size="small" edge="end" aria-label="Clear search" onClick={() => tell('', 0)}>
              <Icon path={mdiClose} />
            </IconButton>
          </InputAdornment>
        )
      }
    />
  );
}
