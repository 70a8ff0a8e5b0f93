import { useEffect, useEffectEvent, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { closeInput, dropInput, findInput, keepInput, type KeptInput, newSlot } from './kept-input.ts';
import { isSecret } from './secret-fields.ts';

/** What the browser keeps of a form, as `KeptNotice` offers it. */
export type KeptForm = {
  /** What was typed here before and never saved. */
  found: { at: number; isOutdated: boolean } | undefined;
  /** Puts it into the form. */
  use: () => void;
  /** Drops it for good. */
  discard: () => void;
  /** What stands in the form now is saved, or given up. */
  drop: () => void;
};

type Values = Record<string, unknown>;

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Keeps what somebody types into a form, letter by letter, and finds what was left in it before. Secrets are never kept. */
export function useKeptForm<FormValues extends FieldValues, Wire>(
  form: UseFormReturn<FormValues, unknown, Wire>,
  key: string,
): KeptForm {
  const [slot] = useState(newSlot);
  const [offers, setOffers] = useState(() =>
    findInput(key).filter(({ values }) => {
      const now = form.getValues();
      return Object.keys(values).some((name) => name !== 'version' && name in now && !same(values[name], now[name]));
    }),
  );
  const versionOf = (values: Values): number => Number(values['version'] ?? 0);

  const handleChange = useEffectEvent(() => {
    const now: Values = form.getValues();
    const before: Values = form.control._defaultValues;
    const names = Object.keys(now).filter(
      (name) => name !== 'version' && !same(now[name], before[name]) && !isSecret(form.control, name),
    );
    if (names.length === 0) return dropInput(key, slot);
    if ('version' in now) names.push('version');
    keepInput(slot, { key, values: Object.fromEntries(names.map((name) => [name, now[name]])) });
  });
  useEffect(() => {
    const stop = form.subscribe({ formState: { values: true }, callback: () => handleChange() });
    return () => {
      stop();
      closeInput(slot);
    };
  }, [form, slot]);

  const [offer] = offers;
  const settle = (one: KeptInput) => {
    dropInput(key, one.slot);
    setOffers((all) => all.filter((other) => other.slot !== one.slot));
  };
  const isOutdated = offer !== undefined && versionOf(offer.values) < versionOf(form.getValues());
  const set = (name: string, value: unknown) =>
    form.setValue(name as Path<FormValues>, value as PathValue<FormValues, Path<FormValues>>, { shouldDirty: true });

  return {
    found: offer && { at: offer.at, isOutdated },
    use: () => {
      if (!offer) return;
      const { version, ...values } = offer.values;
      const now = form.getValues();
      for (const [name, value] of Object.entries(values)) if (name in now) set(name, value);
      // the record was saved since: the old version brings the choice field by field
      if (isOutdated) set('version', version);
      settle(offer);
    },
    discard: () => offer && settle(offer),
    drop: () => dropInput(key, slot),
  };
}

/** A state that is kept as a form is, for what is pasted or typed outside of one. */
export function useKeptState<State>(
  key: string,
  initial: State,
): [state: State, setState: (state: State) => void, kept: KeptForm] {
  const [slot] = useState(newSlot);
  const [state, setState] = useState(initial);
  const [offers, setOffers] = useState(() => findInput(key));
  useEffect(() => () => closeInput(slot), [slot]);
  const [offer] = offers;

  const change = (next: State) => {
    setState(next);
    if (same(next, initial)) dropInput(key, slot);
    else keepInput(slot, { key, values: { text: next } });
  };
  const settle = (one: KeptInput) => {
    dropInput(key, one.slot);
    setOffers((all) => all.filter((other) => other.slot !== one.slot));
  };
  return [
    state,
    change,
    {
      found: offer && { at: offer.at, isOutdated: false },
      use: () => {
        if (!offer) return;
        change(offer.values['text'] as State);
        settle(offer);
      },
      discard: () => offer && settle(offer),
      drop: () => dropInput(key, slot),
    },
  ];
}
