import { Suspense } from 'react';
import type { ConfirmProps } from './ConfirmQuestion.tsx';
import { lazyPart } from '../states/lazy-part.tsx';

// every list can ask, and few visits do
const ConfirmQuestion = lazyPart(async () => ({ default: (await import('./ConfirmQuestion.tsx')).ConfirmQuestion }));

/** Asks before something that cannot be taken back, and says why it failed or who still uses the record. */
export function ConfirmDialog(props: ConfirmProps) {
  return (
    <Suspense>
      <ConfirmQuestion {...props} />
    </Suspense>
  );
}
