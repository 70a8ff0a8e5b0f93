import { Suspense, useState } from 'react';
import { mdiHelpCircleOutline } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import type { Query } from '../../../../platform/web/http.ts';
import { Icon } from '../../../../platform/web/ui/Icon.tsx';
import type { WhyFigure } from './why-words.ts';
import { lazyPart } from '../../../../platform/web/ui/states/lazy-part.tsx';

const WhyDialog = lazyPart(async () => ({ default: (await import('./WhyDialog.tsx')).WhyDialog }));

type Props = {
  /** What the total is called where it stands. */
  label: string;
  figure: WhyFigure;
  /** What the screen is narrowed down to. */
  query: Query;
};

/** Beside a total of money: what it is made of, what is left out, and why. */
export function WhyButton({ label, figure, query }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const name = `Why this number? ${label}`;
  return (
    <>
      <IconButton
        size="small"
        aria-label={name}
        title="Why this number?"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        data-print="none"
        sx={{ my: -0.75, mr: -0.75 }}
      >
        <Icon path={mdiHelpCircleOutline} />
      </IconButton>
      {isOpen && (
        <Suspense>
          <WhyDialog label={label} figure={figure} query={query} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
