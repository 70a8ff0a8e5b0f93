import { useEffect, useRef } from 'react';

type Timer = ReturnType<typeof setTimeout>;

type Timers<Name extends string> = {
  /** Runs it after a pause; one that was started under the same name before is dropped. */
  start: (name: Name, pauseMs: number, run: () => void) => void;
  stop: (...names: Name[]) => void;
  isRunning: (name: Name) => boolean;
};

/** Timers by name, which end with the component. */
export function useTimers<Name extends string>(): Timers<Name> {
  const timers = useRef(new Map<Name, Timer>());
  const isOver = useRef(false);

  const stop = (...names: Name[]) => {
    for (const name of names) {
      clearTimeout(timers.current.get(name));
      timers.current.delete(name);
    }
  };

  const start = (name: Name, pauseMs: number, run: () => void) => {
    stop(name);
    // an answer may come when the component is gone
    if (isOver.current) return;
    const handleEnd = () => {
      timers.current.delete(name);
      run();
    };
    timers.current.set(name, setTimeout(handleEnd, pauseMs));
  };

  useEffect(() => {
    const { current } = timers;
    isOver.current = false;
    return () => {
      isOver.current = true;
      for (const timer of current.values()) clearTimeout(timer);
    };
  }, []);

  return { start, stop, isRunning: (name) => timers.current.has(name) };
}
