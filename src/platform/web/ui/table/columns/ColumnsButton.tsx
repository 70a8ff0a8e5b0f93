import { mdiViewColumnOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../states/lazy-part.tsx';
import { Icon } from '../../Icon.tsx';
import type { ColumnChoice } from './column-choice.ts';

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
