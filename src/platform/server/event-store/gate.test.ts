import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createGate } from './gate.ts';

test('what needs quiet waits for the step that is under way, and the next step waits for it', async () => {
  const gate = createGate();
  const said: string[] = [];
  const [first, quiet] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const steps = [
    gate.pass(async () => {
      await first.promise;
      said.push('first');
    }),
    gate.standStill(async () => {
      said.push('quiet');
      await quiet.promise;
      said.push('over');
    }),
    gate.pass(async () => void said.push('second')),
    gate.standStill(async () => void said.push('quiet again')),
  ];
  await turn();
  expect(said).toEqual([]);
  first.resolve();
  await turn();
  expect(said).toEqual(['first', 'quiet']);
  quiet.resolve();
  await Promise.all(steps);
  expect(said.slice(2).toSorted()).toEqual(['over', 'quiet again', 'second']);
});

test('a step or a work that fails keeps nobody out', async () => {
  const gate = createGate();
  const fails = () => Promise.reject(new Error('no'));
  await expect(gate.pass(fails)).rejects.toThrow('no');
  await expect(gate.standStill(fails)).rejects.toThrow('no');
  expect(await gate.pass(() => Promise.resolve(1))).toBe(1);
});
