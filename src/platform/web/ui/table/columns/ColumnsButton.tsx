import { mdiViewColumnOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import { type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from '../../states/lazy-part.tsx';
import { Icon } from '../../Icon.tsx';

export type ColumnOption = {
  name: string;
  label: string;
  help?: string | undefined;
  /** The heading under which it stands among all. */
  group?: string | undefined;
  /** It is always shown, before the others. */
  isFixed?: boolean | undefined;
};

export type ColumnChoice = {
  /** The table whose columns they are. */
  of: string;
  /** All that there are, in the order of the table. */
  options: readonly ColumnOption[];
  /** Those that are shown, in their order. */
  chosen: readonly string[];
  onChange: (names: string[]) => void;
  /** Back to the columns that the table has for whoever chose none. */
  onReset: () => void;
  /** What else can be done with columns. @param close the choice, where something else opens */
  footer?: ((close: () => void) => ReactNode) | undefined;
};

const ColumnsMenu = lazyPart(async () => ({ default: (await import('./ColumnsMenu.tsx')).ColumnsMenu }));

/** Opens the choice of columns. */
export function ColumnsButton(choice: ColumnChoice) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<Icon path={mdiViewColumnOutline} />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={{ minHeight: 40 }}
      >
        Columns
      </Button>
      {anchor && (
        <Suspense>
          <ColumnsMenu {...choice} anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  );
}
