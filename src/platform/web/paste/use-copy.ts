import { useState } from 'react';

const FEEDBACK_MS = 2000;

type State = 'idle' | 'copied' | 'selected';
const WORDS: Record<State, string | undefined> = { idle: undefined, copied: 'Copied', selected: 'Press Ctrl+C' };

/**
 * Copies a text; without clipboard access the text in the field is selected instead.
 * @returns `word` is what just happened, for two seconds
 */
export function useCopy(): {
  word: string | undefined;
  isCopied: boolean;
  copy: (text: string, field: HTMLInputElement | HTMLTextAreaElement | null) => Promise<void>;
} {
  const [state, setState] = useState<State>('idle');
  const copy = async (text: string, field: HTMLInputElement | HTMLTextAreaElement | null): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      // no permission, or no https: the person can still press the copy keys
      field?.select();
      setState('selected');
    }
    setTimeout(() => setState('idle'), FEEDBACK_MS);
  };
  return { word: WORDS[state], isCopied: state === 'copied', copy };
}
