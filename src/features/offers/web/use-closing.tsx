import { type ReactNode, Suspense, useState } from 'react';
import type { ClosingPlace } from '../closing-contract.ts';
import type { Closing } from './ClosingQuestion.tsx';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';

const ClosingQuestion = lazyPart(async () => ({ default: (await import('./ClosingQuestion.tsx')).ClosingQuestion }));

type Question = {
  title: string;
  text: ReactNode;
  places: readonly ClosingPlace[];
  /** What is closed by this. */
  closing: Closing;
  confirmLabel: string;
};

/** @property standInId undefined: the buttons go without */
export type ClosingAnswer = { standInId: number | undefined };

type Asked = Question & { answer: (answer: ClosingAnswer | undefined) => void };

/** Asks in the middle of a save. @property ask gives undefined when nothing is to be saved; `question` belongs beside the form, not in it */
export function useClosing(): {
  ask: (question: Question) => Promise<ClosingAnswer | undefined>;
  question: ReactNode;
} {
  const [asked, setAsked] = useState<Asked>();
  const ask = (question: Question) =>
    new Promise<ClosingAnswer | undefined>((resolve) => {
      const answer = (given: ClosingAnswer | undefined) => {
        setAsked(undefined);
        resolve(given);
      };
      setAsked({ ...question, answer });
    });
  const question = asked && (
    <Suspense>
      <ClosingQuestion
        {...asked}
        onConfirm={(standInId) => asked.answer({ standInId })}
        onClose={() => asked.answer(undefined)}
      />
    </Suspense>
  );
  return { ask, question };
}
